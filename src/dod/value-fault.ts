import { escapesBase } from "./escape.ts";
import { excerpt } from "./excerpt.ts";
import { type CheckKey, valueTypes } from "./kinds.ts";
import type { ProblemFacts } from "./problem.ts";
import { findSchemaFault } from "./schema.ts";
import { findVisible } from "./whitespace.ts";

/** What is wrong with a key's value. */
export function findValueFault(key: CheckKey, value: string): ProblemFacts | undefined {
  const type = valueTypes[key];
  switch (type) {
    case "text":
      return value === "" ? { code: "emptyValue", key } : undefined;
    case "words":
      return findVisible(value) < 0 ? { code: "emptyValue", key } : undefined;
    case "flag":
      return findFlagFault(key, value);
    case "path":
      return findPathFault(key, value);
    case "schema":
      return value.startsWith("{") ? findInlineFault(value) : findPathFault(key, value);
  }
}

const flags = ["true", "false"] as const;

function findFlagFault(key: CheckKey, value: string): ProblemFacts | undefined {
  if (value === "") return { code: "emptyValue", key };
  return flags.some((flag) => flag === value)
    ? undefined
    : { code: "badValue", key, value: excerpt(value), allowed: flags };
}

function findPathFault(key: CheckKey, path: string): ProblemFacts | undefined {
  if (findVisible(path) < 0) return { code: "emptyValue", key };
  return escapesBase(path) ? { code: "pathEscapes", key, path: excerpt(path) } : undefined;
}

function findInlineFault(schema: string): ProblemFacts | undefined {
  const message = findSchemaFault(schema);
  return message === undefined ? undefined : { code: "invalidSchema", message: excerpt(message) };
}
