const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Milliseconds that stopping may take, processes that must be hunted down included. */
const patience = 10_000;

/** The user or the system wants the command to end. */
export interface Interruption {
  /** Aborts with the first such signal. */
  readonly signal: AbortSignal;
  /** What the command then exits with; undefined until then. */
  readonly exitCode: number | undefined;
}

/** Listens from now on. A second signal changes nothing: npx passes on what the terminal has already sent. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode: number | undefined;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (exitCode !== undefined) return;
      const code = exitCodes[name];
      exitCode = code;
      controller.abort();
      setTimeout(() => process.exit(code), patience);
    });
  }
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
  };
}
