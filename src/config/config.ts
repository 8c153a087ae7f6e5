/** Every setting, decided: what no layer sets has its default. */
export interface Config {
  readonly verify: VerifyConfig;
  readonly commands: CommandsConfig;
}

/** What is verified, when, and for how long at most. */
export interface VerifyConfig {
  /** Which delegated work is verified. Default `whenDoDPresent`. */
  readonly require: "whenDoDPresent" | "never" | "always";
  /** What becomes of a dispatch whose Definition of Done can't be used. Default `refuse`. */
  readonly preflight: "refuse" | "warn";
  /** Whether checks alone decide where there are any. Default `true`. */
  readonly preferDeterministic: boolean;
  /** Milliseconds that a producer's turn may take. Default 600000. */
  readonly delegateTimeoutMs: number;
  /** Milliseconds that a grader's turn may take. Default 60000. */
  readonly graderTimeoutMs: number;
  /** Milliseconds that one whole verification may take. Default 90000. */
  readonly gateBudgetMs: number;
  /** Milliseconds that one check may take. Default 120000. */
  readonly checkTimeoutMs: number;
}

/** Which commands checks run, and which they may run. */
export interface CommandsConfig {
  /** What `testsPass` runs instead of the project's own test script. Not set by default. */
  readonly test?: string;
  /** What `buildPasses` runs instead of the project's own build script. Not set by default. */
  readonly build?: string;
  /** What `lintClean` runs instead of the project's own lint script. Not set by default. */
  readonly lint?: string;
  /** Bare names of programs that checks may run besides the built-in ones. Default none. */
  readonly allow: readonly string[];
  /** Whether a check may pass code on the command line, as in `node -e`. Default `true`. */
  readonly inlineEval: boolean;
}

/** What one layer sets: any part of it. */
export interface Layer {
  readonly verify?: Partial<VerifyConfig>;
  readonly commands?: Partial<CommandsConfig>;
}
