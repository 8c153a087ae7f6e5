import type { Check, Dod } from "./dod.ts";
import { keysOf } from "./kinds.ts";
import { readValue } from "./value.ts";

/** Writes a DoD as the block that `parse` reads it from. Line breaks, which no block can hold in a value, become spaces. */
export function print(dod: Dod): string {
  const lines = [
    ...(dod.deliverable === undefined ? [] : [`deliverable: ${dod.deliverable}`]),
    ...dod.checks.map(printCheck),
    ...dod.criteria.map((criterion) => `criteria: ${criterion}`),
    ...(dod.covered ?? []).map(printCheck),
  ];
  return ["[acceptance]", ...lines.map(onOneLine), "[/acceptance]", ""].join("\n");
}

/** Writes a check as its directive. */
export function printCheck(check: Check): string {
  if (check.kind === "projectCheck") return `criteria: ${check.criterion}`;
  const values: Readonly<Record<string, unknown>> = { ...check };
  const pairs = keysOf(check.kind).flatMap((key) => {
    const value = values[key];
    if (value === true) return [`${key}=true`];
    return typeof value === "string" ? [`${key}=${printValue(value)}`] : [];
  });
  return onOneLine(["check:", check.kind, ...pairs].join(" "));
}

const plain = /^[\w./@+-]+$/;

function printValue(value: string): string {
  if (plain.test(value) || isBraced(value)) return value;
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** Whether a value needs no quotes since its own braces hold it together. */
function isBraced(value: string): boolean {
  const read = readValue(value, 0);
  return "form" in read && read.form === "braced" && read.end === value.length;
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ");
}
