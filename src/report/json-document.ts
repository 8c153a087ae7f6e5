import { anywhere as logCommand } from "./log-commands.ts";

/** Characters that JSON lets through as they are, and that would move the cursor, reorder text or hide. */
const unsafe = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A value as one line of JSON that can be shown anywhere. Nothing is lost: what would disguise text is written as `\uXXXX`. */
export function printJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(logCommand, "#\\u0023")
    .replace(unsafe, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
}
