import type { Part } from "@opencode-ai/sdk";
import type { BlockNote } from "../../dod/problem.ts";
import { isOwnPart } from "../own-part.ts";

export type TextPart = Extract<Part, { type: "text" }>;

/** Who a message comes from, as its parts tell. */
export type Author = "user" | "plugin" | "host";

export function authorOf(parts: readonly Part[]): Author {
  if (parts.some((part) => part.type === "text" && isOwnPart(part))) return "plugin";
  return parts.every((part) => part.type === "text" && part.synthetic === true) ? "host" : "user";
}

/** The texts that the user wrote; what the host read from files for him is not among them. */
export function userTexts(parts: readonly Part[]): TextPart[] {
  return parts.filter((part): part is TextPart => part.type === "text" && !part.synthetic && !part.ignored);
}

const tag = /\[[ \t]*\/?[ \t]*(?:acceptance|dod)[ \t]*\]/i;

/** Whether a text may hold a block: most hold none, and are not parsed. */
export function mayHoldBlock(text: string): boolean {
  return tag.test(text);
}

/** `opencode run` puts quotes around an argument that has a space in it, and a quote beside a tag hides the tag. */
export function unwrapArguments(text: string, argumentsOfRun: readonly string[]): string {
  return argumentsOfRun
    .filter((argument) => argument.includes(" "))
    .reduce((unwrapped, argument) => {
      const wrapped = `"${argument.replaceAll('"', '\\"')}"`;
      return unwrapped.replace(wrapped, () => argument);
    }, text);
}

/** What reads like an attempt at a block that is none: a tag without its other half, or not alone on its line, unless quoted. */
export function strayTags(notes: readonly BlockNote[]): BlockNote[] {
  return notes.filter(isStrayTag);
}

function isStrayTag(note: BlockNote): boolean {
  switch (note.code) {
    case "orphanOpenTag":
    case "orphanCloseTag":
    case "discardedOpenTag":
      return true;
    case "misplacedTag":
      return !/^\s*>/.test(note.text);
    case "ignoredFencedBlock":
    case "ignoredProse":
    case "ignoredEmpty":
    case "tooManyNotes":
      return false;
  }
}
