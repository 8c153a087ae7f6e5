import type { ErrorObject } from "ajv";

const most = 10;
const longest = 200;

/** What doesn't fit, each on its own and short: where in the instance, and what is expected there. */
export function describeMismatches(errors: readonly ErrorObject[]): readonly string[] {
  const distinct = [...new Set(errors.map(describeMismatch))];
  if (distinct.length <= most) return distinct;
  return [...distinct.slice(0, most), `and ${distinct.length - most} more`];
}

function describeMismatch({ instancePath, keyword, message, params }: ErrorObject): string {
  const place = instancePath === "" ? "the whole document" : instancePath;
  const detail = detailOf(keyword, params);
  return shorten(`${place} ${message ?? `does not satisfy "${keyword}"`}${detail === undefined ? "" : `: ${detail}`}`);
}

function detailOf(keyword: string, params: Record<string, unknown>): string | undefined {
  switch (keyword) {
    case "additionalProperties":
      return JSON.stringify(params["additionalProperty"]);
    case "unevaluatedProperties":
      return JSON.stringify(params["unevaluatedProperty"]);
    case "enum":
      return JSON.stringify(params["allowedValues"]);
    case "const":
      return JSON.stringify(params["allowedValue"]);
    default:
      return undefined;
  }
}

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
