import type { VerifyFile } from "../dod/dod.ts";

/** Every setting, decided: what no layer sets has its default. */
export interface Config {
  readonly verify: VerifyConfig;
  readonly commands: CommandsConfig;
  readonly escalate: EscalateConfig;
  readonly integrity: IntegrityConfig;
  /** Criteria that commands decide, and no grader. Default none. */
  readonly projectChecks: readonly ProjectCheckConfig[];
  /** Whether all of them run for every delegation that changed files. Default `false`. */
  readonly requireProjectChecks: boolean;
  readonly compat: CompatConfig;
  readonly turn: TurnConfig;
  /** The user's own presets by name, over the shipped ones of the same name. Default none. */
  readonly presets: Readonly<Record<string, Preset>>;
  /** The preset in force, or `inherit`: every tier is the caller's own model. Default `inherit`. */
  readonly activePreset: string;
}

/** What is verified, when, and for how long at most. */
export interface VerifyConfig {
  /** Which delegated work is verified. Default `whenDoDPresent`. */
  readonly require: "whenDoDPresent" | "never" | "always";
  /** What becomes of a dispatch whose Definition of Done can't be used. Default `refuse`. */
  readonly preflight: "refuse" | "warn";
  /** Whether checks alone decide where there are any. Default `true`. */
  readonly preferDeterministic: boolean;
  /** Whether only a Definition of Done that somebody wrote counts, and none is inferred. Default `false`. */
  readonly requireExplicitDoD: boolean;
  /** Which tier grades: one that is at least the producer's, or always the highest. Default `atLeastProducerTier`. */
  readonly graderPolicy: "atLeastProducerTier" | "highestTier";
  /** The lowest tier that grades. Not set by default. */
  readonly minGraderTier?: keyof Preset;
  /** The sampling temperature of graders, 0 to 2; `null` leaves the model's own alone. Default 0. */
  readonly graderTemperature: number | null;
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

/** What decides checks, and so must not be decided by the work that they judge. */
export interface IntegrityConfig {
  /** Globs, relative to the repository's root, of files that are guarded besides those that the gate finds itself. Default none. */
  readonly oracles: readonly string[];
}

/** A criterion, and the command that decides it. */
export interface ProjectCheckConfig {
  /** The exact text of the criterion. */
  readonly criterion: string;
  readonly command: string;
  /** Where the command runs, relative to the project's own directory. Default there. */
  readonly cwd?: string;
  /** Tracked files that decide the outcome, relative to the project's own directory. Default none. */
  readonly oraclePaths?: readonly string[];
}

/** What is read from files that other tools write. */
export interface CompatConfig {
  /** Which file names the command that verifies the project. Default `off`. */
  readonly verifyCommand: "off" | VerifyFile | "auto";
}

/** How often, and on which tiers, the `delegate` tool attempts work that is not accepted. */
export interface EscalateConfig {
  /** The tiers that attempts climb, each above the one before. Default all three. */
  readonly ladder: readonly (keyof Preset)[];
  /** Attempts on one tier before the next tier has its turn, 1 to 5. Default 1. */
  readonly maxAttemptsPerTier: number;
  /** Attempts in all, 1 to 10. Default 4. */
  readonly maxTotalAttempts: number;
  readonly costCeiling: CostCeilingConfig;
  /** The lowest tier that does any work. Not set by default. */
  readonly floorTier?: keyof Preset;
}

/** What becomes of a block in a message that a person sends to the agent directly. */
export interface TurnConfig {
  /** Whether such a block is a Definition of Done for the turn that the message begins. Default `true`. */
  readonly enabled: boolean;
  /** How often work that is not accepted goes back to the agent, 0 to 5. Default 1. */
  readonly fixCycles: number;
}

/** When work has cost so much that it is not attempted again. */
export interface CostCeilingConfig {
  /** How many times the cost of the first attempt all of them together may have reached; 1 or more. Default 30. */
  readonly multiple: number;
}

/** The models of the three tiers. */
export interface Preset {
  /** Searches, reads and explains. */
  readonly fast: TierModel;
  /** Implements. */
  readonly medium: TierModel;
  /** Designs, and solves what others could not. */
  readonly heavy: TierModel;
}

export interface TierModel {
  /** As in `anthropic/claude-haiku-4-5`: the provider, a slash, and the provider's own name of the model. */
  readonly model: string;
  /** One of the model's variants, such as a level of reasoning. Not set by default, nor by the empty text. */
  readonly variant?: string;
  /** What a token costs, relative to the other tiers; above 0. Not set by default: then nothing is said about costs. */
  readonly costRatio?: number;
}

/** What one layer sets: any part of it. */
export interface Layer {
  readonly verify?: Partial<VerifyConfig>;
  readonly commands?: Partial<CommandsConfig>;
  readonly escalate?: Partial<Omit<EscalateConfig, "costCeiling">> & {
    readonly costCeiling?: Partial<CostCeilingConfig>;
  };
  readonly integrity?: Partial<IntegrityConfig>;
  readonly projectChecks?: Config["projectChecks"];
  readonly requireProjectChecks?: boolean;
  readonly compat?: Partial<CompatConfig>;
  readonly turn?: Partial<TurnConfig>;
  readonly presets?: Config["presets"];
  readonly activePreset?: string;
}
