/** One case for every code that a union has: a new code without one does not compile. */
export type Cases<Union extends { readonly code: string }> = {
  readonly [Code in Union["code"]]: Union & { code: Code };
};

/** The sentence of each case, named by its group and its code. */
export function casesOf<Union>(
  group: string,
  cases: Readonly<Record<string, Union>>,
  describe: (one: Union) => string,
): (readonly [string, string])[] {
  return Object.entries(cases).map(([code, one]) => [`${group}: ${code}`, describe(one)] as const);
}
