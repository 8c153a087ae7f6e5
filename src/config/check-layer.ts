import type * as z from "zod";
import { suggest } from "../dod/suggest.ts";
import type { Layer } from "./config.ts";
import { factsAt, keysAt, options, type Path } from "./options.ts";
import type { Expectation, Fault } from "./problem.ts";
import { refusalOf } from "./program-name.ts";
import { layerSchema } from "./schema.ts";

export interface Finding {
  /** Of the value that is at fault, or of the section that the key at fault stands in. */
  readonly path: Path;
  readonly fault: Fault;
}

export type LayerCheck = { readonly layer: Layer } | { readonly findings: readonly Finding[] };

/** Whether a value is a layer of configuration, with everything that is wrong with it. */
export function checkLayer(value: unknown): LayerCheck {
  const parsed = layerSchema.safeParse(value);
  if (parsed.success) return { layer: parsed.data };
  return { findings: parsed.error.issues.flatMap((issue) => findingsOf(issue, value)) };
}

function findingsOf(issue: z.core.$ZodIssue, root: unknown): Finding[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ path, fault: unknownKey(key, path) }));
  const expected = factsAt(path).holds;
  const got = path.reduce(childOf, root);
  if (expected.kind === "program" && typeof got === "string") {
    const reason = refusalOf(got);
    if (reason !== undefined) return [{ path, fault: { code: "refusedProgram", program: got, reason } }];
  }
  return [{ path, fault: { code: isOfType(got, expected) ? "badValue" : "wrongType", expected, got } }];
}

function isOfType(got: unknown, expected: Expectation): boolean {
  switch (expected.kind) {
    case "milliseconds":
      return typeof got === "number";
    case "oneOf":
    case "command":
    case "program":
      return typeof got === "string";
    case "boolean":
    case "section":
    case "programs":
      return false;
  }
}

function unknownKey(key: string, path: Path): Fault {
  const suggestion = suggest(key, keysAt(path)) ?? elsewhere(key);
  return { code: "unknownKey", key, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The full name of an option that was put into the wrong section. */
function elsewhere(key: string): string | undefined {
  const ending = `.${key.toLowerCase()}`;
  return options.find(({ name }) => name.toLowerCase().endsWith(ending))?.name;
}

function childOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
