import * as z from "zod";
import type {
  CommandsConfig,
  CompatConfig,
  CostCeilingConfig,
  EscalateConfig,
  IntegrityConfig,
  Layer,
  Preset,
  ProjectCheckConfig,
  TierModel,
  TurnConfig,
  VerifyConfig,
} from "./config.ts";
import {
  attempts,
  command,
  criterion,
  cycles,
  flag,
  globs,
  ladder,
  milliseconds,
  multiple,
  oneOf,
  optionFacts,
  pathBelow,
  pathsBelow,
  programs,
  section,
  temperature,
  tiers,
} from "./option-kinds.ts";

/** More than any project has criteria for. */
const mostProjectChecks = 64;

const verify = section({
  require: oneOf(
    ["whenDoDPresent", "never", "always"],
    "Which delegated work is verified: `whenDoDPresent` verifies work that has a Definition of Done, `always` also verifies what would otherwise be skipped, `never` turns verification off.",
  ),
  preflight: oneOf(
    ["refuse", "warn"],
    "What becomes of a dispatch whose Definition of Done can't be used: `refuse` sends it back before anything is spent, `warn` lets the work start and reports the problem with its result.",
  ),
  preferDeterministic: flag(
    "Whether checks alone decide where a Definition of Done has any; `false` has its criteria judged as well.",
  ),
  requireExplicitDoD: flag(
    "Whether delegated work needs a Definition of Done that somebody wrote; `false` infers one where there is none. Trivial work needs none, unless `verify.require` is `always`.",
  ),
  graderPolicy: oneOf(
    ["atLeastProducerTier", "highestTier"],
    "Which tier of models grades: `atLeastProducerTier` takes the producer's, or `verify.minGraderTier` if that is higher; `highestTier` always takes `heavy`. A producer of unknown tier counts as `heavy`.",
  ),
  minGraderTier: oneOf(tiers, "The lowest tier of models that grades.", "the producer's tier"),
  graderTemperature: temperature(
    "The sampling temperature of graders, where their model has one; `null` leaves the model's own alone.",
  ),
  delegateTimeoutMs: milliseconds("How long one turn of a producer may take, in milliseconds."),
  graderTimeoutMs: milliseconds("How long one turn of a grader may take, in milliseconds."),
  gateBudgetMs: milliseconds(
    "How long one whole verification may take, in milliseconds; waiting in a queue doesn't count.",
  ),
  checkTimeoutMs: milliseconds("How long one check may take, in milliseconds. A check that takes longer has failed."),
} satisfies Record<keyof VerifyConfig, z.ZodType>);

const commands = section({
  test: command("What `testsPass` runs when it names no command.", "`npm test`"),
  build: command("What `buildPasses` runs when it names no command.", "`npm run build`"),
  lint: command("What `lintClean` runs when it names no command.", "`npm run lint`"),
  allow: programs(
    "Programs that checks may run besides the built-in ones: bare names, no paths. Shells and programs that run other programs are refused.",
  ),
  inlineEval: flag("Whether a check may pass code on the command line, as in `node -e`."),
} satisfies Record<keyof CommandsConfig, z.ZodType>);

const escalate = section({
  ladder: ladder(
    "The tiers that the `delegate` tool's attempts climb: one or more, each above the one before. Work that is not accepted goes to the next of them.",
  ),
  maxAttemptsPerTier: attempts(
    5,
    "How many attempts one tier has before the next tier has its turn. Where there is no next tier to begin with, two are made all the same.",
  ),
  maxTotalAttempts: attempts(10, "How many attempts are made in all. What could not be judged doesn't count."),
  costCeiling: section({
    multiple: multiple(
      "How many times the cost of the first attempt all attempts together may have reached for another one to be made. Dollars count where the host reports them for every attempt, else the tiers' `costRatio`.",
    ),
  } satisfies Record<keyof CostCeilingConfig, z.ZodType>).exactOptional(),
  floorTier: oneOf(
    tiers,
    "The lowest tier that the `delegate` tool gives work to, whatever the caller asks for.",
    "the ladder's first tier",
  ),
} satisfies Record<keyof EscalateConfig, z.ZodType>);

const projectCheck = z
  .strictObject({
    criterion: criterion(),
    command: z
      .string()
      .regex(/\S/)
      .register(optionFacts, { holds: { kind: "command" } }),
    cwd: pathBelow().exactOptional(),
    oraclePaths: pathsBelow().exactOptional(),
  } satisfies Record<keyof ProjectCheckConfig, z.ZodType>)
  .register(optionFacts, { holds: { kind: "projectCheck" } });

const compat = section({
  verifyCommand: oneOf(
    ["off", "init.sh", "VERIFICATION.md", "auto"],
    "Which file of the project names the command that verifies it, for the criterion `project verify command`: a line `VERIFY_CMD='…'` of init.sh, or a line ``- Verify: `…` `` of VERIFICATION.md; `auto` takes the first of the two that has one.",
  ),
} satisfies Record<keyof CompatConfig, z.ZodType>);

const turn = section({
  enabled: flag(
    "Whether a block in a message that you send to the agent yourself is a Definition of Done for the turn that it begins.",
  ),
  fixCycles: cycles(
    5,
    "How often such a turn's work, where it is verified and not accepted, goes back to the agent to be corrected. Under `opencode run` it never does.",
  ),
} satisfies Record<keyof TurnConfig, z.ZodType>);

const tier = z
  .strictObject({
    model: z
      .string()
      .regex(/^[^\s/]+\/\S+$/)
      .register(optionFacts, { holds: { kind: "model" } }),
    variant: z
      .string()
      .register(optionFacts, { holds: { kind: "text" } })
      .exactOptional(),
    costRatio: z
      .number()
      .positive()
      .register(optionFacts, { holds: { kind: "ratio" } })
      .exactOptional(),
  } satisfies Record<keyof TierModel, z.ZodType>)
  .register(optionFacts, { holds: { kind: "tier" } });

const integrity = section({
  oracles: globs(
    "Files that decide checks, besides those that the gate finds itself: globs relative to the repository's root, such as `checks/**`. Where the work changes one, the file from before decides.",
  ),
} satisfies Record<keyof IntegrityConfig, z.ZodType>);

const preset = z
  .strictObject({ fast: tier, medium: tier, heavy: tier } satisfies Record<keyof Preset, z.ZodType>)
  .register(optionFacts, { holds: { kind: "preset" } });

export const layerSchema = section({
  verify: verify.exactOptional(),
  commands: commands.exactOptional(),
  escalate: escalate.exactOptional(),
  integrity: integrity.exactOptional(),
  // That no two have the same criterion is checked beside the schema.
  projectChecks: z
    .array(projectCheck)
    .max(mostProjectChecks)
    .register(optionFacts, {
      holds: { kind: "projectChecks" },
      meaning: "Criteria that a command decides, and no grader. See [Project checks](#project-checks).",
    })
    .exactOptional(),
  requireProjectChecks: flag(
    "Whether all project checks run for every delegation that changed files, whatever its Definition of Done asks for.",
  ),
  compat: compat.exactOptional(),
  turn: turn.exactOptional(),
  // The names are checked beside the schema: a record passes over a `__proto__` without a word.
  presets: z
    .record(z.string(), preset)
    .register(optionFacts, {
      holds: { kind: "presets" },
      meaning: "Presets of your own, by name. One that is named like a shipped preset takes its place.",
    })
    .exactOptional(),
  activePreset: z
    .string()
    .register(optionFacts, {
      holds: { kind: "text" },
      meaning:
        "The preset in force: the name of a shipped one or of one from `presets`. With `inherit`, every tier is the caller's own model.",
    })
    .exactOptional(),
} satisfies Record<keyof Layer, z.ZodType>) satisfies z.ZodType<Layer>;
