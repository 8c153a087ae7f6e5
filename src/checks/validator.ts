import type { Ajv, Options } from "ajv";
import { type Effort, TooMuchEffort } from "./effort.ts";
import { formats } from "./formats.ts";
import { compilePattern } from "./linear-pattern.ts";
import { describeMismatches } from "./mismatch.ts";
import { stepKeyword } from "./schema-survey.ts";
import { hasUniqueItems } from "./unique-items.ts";

export type Draft = "draft-07" | "2019-09" | "2020-12";

export type Validation =
  | { readonly status: "valid" }
  | { readonly status: "invalid"; readonly mismatches: readonly string[] }
  /** Telling would take too long, or more stack than there is. */
  | { readonly status: "tooComplex" };

/** Validates one instance, as long as the effort allows. */
export type Validator = (instance: unknown, effort: Effort) => Validation;

/** Makes validators of one draft; throws where a schema can't be compiled. */
export type Compiler = (schema: Record<string, unknown>, mismatches: "all" | "first") => Validator;

/** Loads the validator's code, which takes time that most checks needn't spend. */
export async function loadCompiler(draft: Draft): Promise<Compiler> {
  const Validating = await loadClass(draft);
  return (schema, mismatches) => {
    let current: Effort | undefined;
    const spend = (work?: number) => current?.spend(work);
    const validate = prepare(new Validating(optionsFor(mismatches === "all", spend)), spend).compile(schema);
    return (instance, effort) => {
      current = effort;
      try {
        if (validate(instance) === true) return { status: "valid" };
        return { status: "invalid", mismatches: describeMismatches(validate.errors ?? []) };
      } catch (error) {
        if (error instanceof TooMuchEffort || error instanceof RangeError) return { status: "tooComplex" };
        throw error;
      } finally {
        current = undefined;
      }
    };
  };
}

async function loadClass(draft: Draft): Promise<new (options: Options) => Ajv> {
  switch (draft) {
    case "draft-07":
      return (await import("ajv")).Ajv;
    case "2019-09":
      return (await import("ajv/dist/2019.js")).Ajv2019;
    case "2020-12":
      return (await import("ajv/dist/2020.js")).Ajv2020;
  }
}

/**
 * `code.source` and `code.process` must stay unset: with them the validator writes `$id` into its code. Nothing is
 * loaded from anywhere, so that a reference to another document is an error.
 */
function optionsFor(allErrors: boolean, spend: (work: number) => void): Options {
  const regExp = Object.assign((pattern: string) => compilePattern(pattern, spend), { code: "compilePattern" });
  return {
    allErrors,
    strictSchema: true,
    strictNumbers: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // Its search for such properties would use the backtracking engine.
    allowMatchingProperties: true,
    // `{}` has no "constructor".
    ownProperties: true,
    // Each schema that is referred to is compiled once, however often it is.
    inlineRefs: false,
    logger: false,
    formats,
    // Optimizing takes time that grows with the square of the schema.
    code: { regExp, optimize: false },
  };
}

function prepare(ajv: Ajv, spend: () => void): Ajv {
  const step = () => {
    spend();
    return true;
  };
  ajv.addKeyword({ keyword: stepKeyword, schemaType: "boolean", before: "$ref", errors: false, validate: step });
  ajv.removeKeyword("uniqueItems");
  return ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must NOT have duplicate items" },
    validate: (isRequired: boolean, items: readonly unknown[]) => !isRequired || hasUniqueItems(items),
  });
}
