/** No answer of the host about its own record takes this long, in milliseconds. */
const patience = 15_000;

export type Answer<T> =
  | { readonly status: "ok"; readonly data: T }
  | { readonly status: "failed"; readonly message: string };

/** The host's answer as a value: an error, a refusal and no answer at all become `failed`. */
export async function answer<T>(request: Promise<{ data?: T; error?: unknown }>): Promise<Answer<NonNullable<T>>> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<Answer<NonNullable<T>>>((resolve) => {
    const message = `the host did not answer within ${patience} ms`;
    timer = setTimeout(() => resolve({ status: "failed", message }), patience);
  });
  const reply = request.then(
    ({ data, error }): Answer<NonNullable<T>> =>
      data === undefined || data === null || error !== undefined
        ? { status: "failed", message: describe(error) }
        : { status: "ok", data },
    (error: unknown): Answer<NonNullable<T>> => ({ status: "failed", message: describe(error) }),
  );
  const first = await Promise.race([reply, silence]);
  clearTimeout(timer);
  return first;
}

function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  const text = typeof error === "object" && error !== null ? JSON.stringify(error) : String(error);
  return text.slice(0, 300);
}
