import * as z from "zod";
import type { CommandsConfig, Layer, Preset, TierModel, VerifyConfig } from "./config.ts";
import type { Expectation } from "./problem.ts";
import { refusalOf } from "./program-name.ts";

/** The longest time-box: 24 hours. */
const longestMs = 86_400_000;
/** The highest temperature that any provider takes. */
const hottest = 2;

/** What users read about an option, in its reference and where its value is wrong. */
export interface OptionFacts {
  readonly holds: Expectation;
  /** Only what is part of an option has none. */
  readonly meaning?: string;
  /** What happens without it, where that is no value of its own. */
  readonly unset?: string;
}

export const optionFacts = z.registry<OptionFacts>();

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
  minGraderTier: oneOf(["fast", "medium", "heavy"], "The lowest tier of models that grades.", "the producer's tier"),
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

const preset = z
  .strictObject({ fast: tier, medium: tier, heavy: tier } satisfies Record<keyof Preset, z.ZodType>)
  .register(optionFacts, { holds: { kind: "preset" } });

export const layerSchema = section({
  verify: verify.exactOptional(),
  commands: commands.exactOptional(),
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

function section<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape).register(optionFacts, { holds: { kind: "section" } });
}

function oneOf<const Value extends string>(values: readonly Value[], meaning: string, unset?: string) {
  const facts: OptionFacts = { holds: { kind: "oneOf", values }, meaning, ...(unset === undefined ? {} : { unset }) };
  return z.enum(values).register(optionFacts, facts).exactOptional();
}

function flag(meaning: string) {
  return z
    .boolean()
    .register(optionFacts, { holds: { kind: "boolean" }, meaning })
    .exactOptional();
}

function milliseconds(meaning: string) {
  const facts: OptionFacts = { holds: { kind: "milliseconds", most: longestMs }, meaning };
  return z.int().min(1).max(longestMs).register(optionFacts, facts).exactOptional();
}

function temperature(meaning: string) {
  const facts: OptionFacts = { holds: { kind: "temperature", most: hottest }, meaning };
  return z.number().min(0).max(hottest).nullable().register(optionFacts, facts).exactOptional();
}

function command(meaning: string, unset: string) {
  return z
    .string()
    .regex(/\S/)
    .register(optionFacts, { holds: { kind: "command" }, meaning, unset })
    .exactOptional();
}

function programs(meaning: string) {
  const program = z
    .string()
    .refine((name) => refusalOf(name) === undefined)
    .register(optionFacts, { holds: { kind: "program" } });
  return z
    .array(program)
    .register(optionFacts, { holds: { kind: "programs" }, meaning })
    .exactOptional();
}
