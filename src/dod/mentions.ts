import { posix } from "node:path";
import { escapesBase } from "./escape.ts";

/** Something in a text that is no prose. */
export interface Mention {
  /**
   * `file`: surely a file. `path`: perhaps one, or a directory, or only words with a slash or a dot between them.
   * `address`: of the network, never of a file.
   */
  readonly kind: "file" | "path" | "address";
  /** As the text has it, without what surrounds it; a path without its `./`. */
  readonly text: string;
  /** Where it begins and ends in the text. */
  readonly start: number;
  readonly end: number;
}

/** Longer than any path that a file system takes, in UTF-16 code units. */
const longest = 1024;

/** Quoted text, an address with its scheme, or a run of the characters that paths are made of. Each is read once. */
const pieces = /`[^`\n]*`|"[^"\n]*"|[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>]*|[\p{L}\p{M}\p{N}_./\\~@+*$%-]+/giu;

/**
 * Finds the paths and addresses of a text in linear time. A path is a word with a slash, a backslash or a file extension
 * (letters and digits, a letter among them); backticks, quotes, brackets, emphasis, a mention's `@`, a line number and
 * the punctuation behind it are no part of it. `and/or`, `e.g.`, `i.e.`, fractions and version numbers are none. It is
 * surely a file where it has an extension and a directory, or an extension that files of a project usually have.
 */
export function findMentions(text: string): Mention[] {
  return findFrom(text, 0);
}

function findFrom(text: string, offset: number): Mention[] {
  return [...text.matchAll(pieces)].flatMap(({ 0: piece, index }) => {
    const start = offset + index;
    if (piece.startsWith("`") || piece.startsWith('"')) return findQuoted(piece, start);
    return piece.includes("://")
      ? { kind: "address", text: piece, start, end: start + piece.length }
      : readPiece(piece, start);
  });
}

/** In quotes that hold spaces, nobody can tell where a path begins: none of them is surely a file. */
function findQuoted(quoted: string, start: number): Mention[] {
  const inner = findFrom(quoted.slice(1, -1), start + 1);
  if (!/\s/.test(quoted)) return inner;
  return inner.map((mention) => (mention.kind === "file" ? { ...mention, kind: "path" } : mention));
}

function readPiece(piece: string, at: number): Mention[] {
  const before = /^\**@?/.exec(piece)?.[0].length ?? 0;
  const after = lengthWithout(piece, ".*-");
  const text = piece.slice(before, after);
  if (text.length > longest) return [];
  const kind = kindOf(text);
  if (kind === undefined) return [];
  const shown = kind === "address" || text.includes("\\") ? text : posix.normalize(text);
  return [{ kind, text: shown, start: at + before, end: at + after }];
}

function lengthWithout(text: string, endings: string): number {
  let length = text.length;
  while (length > 0 && endings.includes(text.charAt(length - 1))) length--;
  return length;
}

const noPaths = new Set(["and/or", "n/a", "w/o", "e.g", "i.e", "a.k.a"]);
const version = /^v?\d+(?:\.(?:\d+|x))*(?:[-+].*)?$/i;
const host = /^(?:www\.|(?:[a-z0-9-]{1,63}\.){1,8}(?:com|org|net|io|dev|ai|app|edu|gov)(?:\/|$))/i;

function kindOf(text: string): Mention["kind"] | undefined {
  if (!/\p{L}/u.test(text) || noPaths.has(text.toLowerCase())) return undefined;
  const hasDirectory = /[\\/]/.test(text);
  if (!hasDirectory && (version.test(text) || extensionOf(text) === undefined)) return undefined;
  if (host.test(text) || (!hasDirectory && text.includes("@"))) return "address";
  return isFile(text, hasDirectory) ? "file" : "path";
}

function isFile(text: string, hasDirectory: boolean): boolean {
  const name = text.split(/[\\/]/).at(-1) ?? "";
  const extension = extensionOf(name);
  if (text.includes("*") || extension === undefined || products.has(name.toLowerCase())) return false;
  if (hasDirectory || dotfiles.has(name)) return true;
  return !name.startsWith(`.${extension}`) && fileExtensions.has(extension.toLowerCase());
}

/** What follows the last dot, where it can be an extension. */
function extensionOf(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return name.includes(".") && /^(?=\d*[a-z])[a-z\d]{1,12}$/i.test(extension) ? extension : undefined;
}

/** What a word without a directory ends in where it is a file and no member such as `console.log` or `process.env`. */
const fileExtensions = setOf(
  "ts tsx mts cts js jsx mjs cjs json jsonc json5 jsonl md mdx txt rst adoc html htm css scss sass less vue svelte astro",
  "py pyi ipynb rb go rs java kt kts scala swift c h cc cpp hpp cs php lua dart ex exs erl hs clj elm zig sol",
  "sh bash zsh fish ps1 bat yml yaml toml ini cfg conf xml svg csv tsv sql graphql gql proto tf pdf png jpg jpeg gif webp",
);

const dotfiles = setOf(
  ".env .gitignore .gitattributes .npmrc .nvmrc .yarnrc .editorconfig .dockerignore .npmignore .prettierrc .eslintrc",
);

const products = setOf(
  "node.js next.js vue.js react.js nuxt.js nest.js express.js three.js d3.js p5.js angular.js ember.js backbone.js",
  "chart.js discord.js solid.js alpine.js svelte.js deno.js bun.js moment.js",
);

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}

/** The different paths of a text, files among them. */
export function pathsAmong(mentions: readonly Mention[], kinds: readonly Mention["kind"][]): string[] {
  return [...new Set(mentions.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text))];
}

/** Whether a path is relative, stays below the directory it is relative to, and is written plainly. */
export function isBelowBase(path: string): boolean {
  return !/^[/~-]|[\\$%*]/.test(path) && !escapesBase(path);
}

/** A text whose files and addresses are each a backtick, so that their parts are no words of it. */
export function proseOf(text: string, mentions: readonly Mention[]): string {
  let prose = "";
  let from = 0;
  for (const { kind, start, end } of mentions) {
    if (kind === "path") continue;
    prose += `${text.slice(from, start)}\``;
    from = end;
  }
  return prose + text.slice(from);
}
