import * as z from "zod";
import type { CommandsConfig, Layer, VerifyConfig } from "./config.ts";
import type { Expectation } from "./problem.ts";
import { refusalOf } from "./program-name.ts";

/** The longest time-box: 24 hours. */
const longestMs = 86_400_000;

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

export const layerSchema = section({
  verify: verify.exactOptional(),
  commands: commands.exactOptional(),
}) satisfies z.ZodType<Layer>;

function section<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape).register(optionFacts, { holds: { kind: "section" } });
}

function oneOf<const Value extends string>(values: readonly Value[], meaning: string) {
  return z
    .enum(values)
    .register(optionFacts, { holds: { kind: "oneOf", values }, meaning })
    .exactOptional();
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
