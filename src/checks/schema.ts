import type { Clock } from "../ports/machine.ts";
import { Effort, type EffortLimits } from "./effort.ts";
import { measureInstance } from "./instance-size.ts";
import { surveySchema } from "./schema-survey.ts";
import { type Compiler, type Draft, loadCompiler, type Validation, type Validator } from "./validator.ts";

export type CompiledSchema =
  | { readonly ok: true; readonly validate: (instance: unknown, clock: Clock) => Validation }
  | { readonly ok: false; readonly message: string };

/** A longer schema is refused, in bytes of its file or UTF-16 code units of its text. */
export const longestSchema = 512 * 1024;

const deepestInstance = 2000;

/**
 * Nothing can interrupt the validator, so that its time is bounded from three sides. Without references it can't do
 * more than the instance's size times the schema's. Following a reference and trying a pattern call back, and are
 * counted and timed. And all mismatches are collected only where their number is bounded too.
 */
const mostWork = 3e8;
const mostWorkForAll = 1e6;
const limits: EffortLimits = { timeMs: 5000, steps: 1e7, patternWork: 3e8 };
const limitsForAll: EffortLimits = { ...limits, steps: 1e5 };

/** Compiles a JSON Schema strictly: unknown keywords and formats, and references to other documents, are refused. */
async function compileSchema(schema: unknown): Promise<CompiledSchema> {
  const survey = surveySchema(schema);
  if (!survey.ok) return survey;
  const { $schema: named, ...bare } = survey.schema;
  const draft = draftOf(named);
  if (draft === undefined) return { ok: false, message: `"$schema" is none of draft 7, 2019-09 and 2020-12` };
  const compile = await loadCompiler(draft);
  const validator = attempt(compile, bare, "all");
  if (typeof validator === "string") return { ok: false, message: validator };
  return {
    ok: true,
    validate(instance, clock) {
      const { weight, depth } = measureInstance(instance);
      const work = weight * survey.size;
      if (work > mostWork || depth > deepestInstance) return { status: "tooComplex" };
      if (work <= mostWorkForAll) return validator(instance, new Effort(limitsForAll, clock));
      const first = attempt(compile, bare, "first");
      return typeof first === "string" ? { status: "tooComplex" } : first(instance, new Effort(limits, clock));
    },
  };
}

/** Parses and compiles an inline schema or a schema file's text. */
export async function readSchema(text: string): Promise<CompiledSchema> {
  if (text.length > longestSchema) return { ok: false, message: `it is longer than ${longestSchema} characters` };
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `it is not valid JSON: ${messageOf(error)}` };
  }
  return compileSchema(schema);
}

/** Whether a check's `schema` is the schema itself and not its path. */
export function isInlineSchema(schema: string): boolean {
  return schema.trimStart().startsWith("{");
}

function draftOf(named: unknown): Draft | undefined {
  if (named === undefined) return "2020-12";
  if (typeof named !== "string") return undefined;
  switch (named.replace(/^https?:\/\//, "").replace(/#$/, "")) {
    case "json-schema.org/draft-07/schema":
      return "draft-07";
    case "json-schema.org/draft/2019-09/schema":
      return "2019-09";
    case "json-schema.org/draft/2020-12/schema":
      return "2020-12";
    default:
      return undefined;
  }
}

/** A validator, or why there can be none: whatever the compiler throws is the schema's fault. */
function attempt(compile: Compiler, schema: Record<string, unknown>, mismatches: "all" | "first"): Validator | string {
  try {
    return compile(schema, mismatches);
  } catch (error) {
    return error instanceof RangeError ? "it is too large, or its references lead too deep" : messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
