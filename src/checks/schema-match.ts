import type { SchemaMatchCheck } from "../dod/dod.ts";
import { type CheckContext, type Finding, passed } from "./context.ts";
import { inspect } from "./inspect.ts";
import { judgeReading, largestJson } from "./reading.ts";
import type { CheckOutcome, Target } from "./result.ts";
import { type CompiledSchema, isInlineSchema, longestSchema, readSchema } from "./schema.ts";
import { resolveTarget } from "./target.ts";

/** `schemaMatch`: the file is JSON and validates against the schema. */
export function checkSchemaMatch(check: SchemaMatchCheck, context: CheckContext): Promise<Finding> {
  return inspect(check, context, async () => {
    const schema = await findSchema(check.schema, context);
    if (!schema.ok) return schema.outcome;
    const instance = await readInstance(check.path, context);
    if (!instance.ok) return instance.outcome;
    const { target } = instance;
    const validation = schema.compiled.validate(instance.value, context.clock);
    switch (validation.status) {
      case "valid":
        return passed;
      case "invalid":
        return { outcome: "fail", reason: { code: "schemaMismatch", target, mismatches: validation.mismatches } };
      case "tooComplex":
        return unusable("validating this file against it would take too long");
    }
  });
}

type Step<Value> = ({ readonly ok: true } & Value) | { readonly ok: false; readonly outcome: CheckOutcome };

async function findSchema(
  schema: string,
  context: CheckContext,
): Promise<Step<{ readonly compiled: Extract<CompiledSchema, { ok: true }> }>> {
  if (isInlineSchema(schema)) return use(await readSchema(schema));
  const resolution = await resolveTarget(schema, context);
  if (resolution.status === "refused") return { ok: false, outcome: resolution.outcome };
  if (resolution.status === "missing")
    return { ok: false, outcome: unusable("there is no such file", resolution.target) };
  const { target, real } = resolution.place;
  const read = await context.files.read(real, longestSchema);
  switch (read.status) {
    case "ok":
      return use(await readSchema(read.text), target);
    case "missing":
      return { ok: false, outcome: unusable("there is no such file", target) };
    case "notAFile":
      return { ok: false, outcome: unusable("it is not a regular file", target) };
    case "tooLarge":
      return { ok: false, outcome: unusable(`it is longer than ${longestSchema} bytes`, target) };
    case "unreadable":
      return { ok: false, outcome: unusable(read.message, target) };
  }
}

function use(
  compiled: CompiledSchema,
  target?: Target,
): Step<{ readonly compiled: Extract<CompiledSchema, { ok: true }> }> {
  return compiled.ok ? { ok: true, compiled } : { ok: false, outcome: unusable(compiled.message, target) };
}

function unusable(message: string, target?: Target): CheckOutcome {
  return { outcome: "error", reason: { code: "schemaUnusable", message, ...(target === undefined ? {} : { target }) } };
}

async function readInstance(
  path: string,
  context: CheckContext,
): Promise<Step<{ readonly value: unknown; readonly target: Target }>> {
  const resolution = await resolveTarget(path, context);
  if (resolution.status === "refused") return { ok: false, outcome: resolution.outcome };
  if (resolution.status === "missing") {
    return { ok: false, outcome: { outcome: "fail", reason: { code: "fileMissing", target: resolution.target } } };
  }
  const { target, real } = resolution.place;
  const read = await context.files.read(real, largestJson);
  if (read.status !== "ok") return { ok: false, outcome: judgeReading(read, target) };
  try {
    return { ok: true, value: JSON.parse(read.text), target };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, outcome: { outcome: "fail", reason: { code: "notJson", target, message: error.message } } };
  }
}
