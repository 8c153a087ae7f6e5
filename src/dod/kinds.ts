import type { CheckKind, WrittenCheck } from "./dod.ts";

type CheckOf<Kind extends CheckKind, Each extends WrittenCheck = WrittenCheck> = Each extends WrittenCheck
  ? Kind extends Each["kind"]
    ? Each
    : never
  : never;

type KeysOf<Each extends WrittenCheck> = Each extends WrittenCheck ? Exclude<keyof Each, "kind" | "at"> : never;

/** Every key that some check has. */
export type CheckKey = KeysOf<WrittenCheck>;

type Presence = "required" | "optional";

/** An entry per key, saying what the check's own type says of it. */
type Row<Each extends WrittenCheck> = {
  readonly [Key in Exclude<keyof Each, "kind" | "at">]-?: Record<never, never> extends Pick<Each, Key>
    ? "optional"
    : "required";
};

/** A row per kind and an entry per key: forgetting one is a type error. */
type KindTable = { readonly [Kind in CheckKind]: Row<CheckOf<Kind>> };

const kinds = {
  run: { command: "required", expect: "optional", failToPass: "optional", allowEdit: "optional" },
  fileExists: { path: "required", changed: "optional" },
  fileContains: { path: "required", text: "required" },
  schemaMatch: { path: "required", schema: "required" },
  testsPass: { command: "optional", failToPass: "optional", allowEdit: "optional" },
  buildPasses: { command: "optional", failToPass: "optional", allowEdit: "optional" },
  lintClean: { command: "optional", failToPass: "optional", allowEdit: "optional" },
} as const satisfies KindTable;

/**
 * What a key's value must be: `words` anything but blank, `text` anything but nothing, `flag` true or false, `path` a
 * path that stays below the base directory or is absolute, `schema` an inline JSON object or such a path.
 */
export const valueTypes = {
  command: "words",
  allowEdit: "words",
  expect: "text",
  text: "text",
  failToPass: "flag",
  changed: "flag",
  path: "path",
  schema: "schema",
} as const satisfies Record<CheckKey, ValueType>;

type ValueType = "words" | "text" | "flag" | "path" | "schema";

export const kindNames = Object.keys(kinds) as readonly CheckKind[];
export const keyNames = Object.keys(valueTypes) as readonly CheckKey[];

export function isCheckKind(word: string): word is CheckKind {
  return Object.hasOwn(kinds, word);
}

export function isCheckKey(word: string): word is CheckKey {
  return Object.hasOwn(valueTypes, word);
}

/** The keys that a kind takes, in their canonical order. */
export function keysOf(kind: CheckKind): readonly CheckKey[] {
  return Object.keys(kinds[kind]) as readonly CheckKey[];
}

export function requiredKeysOf(kind: CheckKind): readonly CheckKey[] {
  const row: { readonly [Key in CheckKey]?: Presence } = kinds[kind];
  return keysOf(kind).filter((key) => row[key] === "required");
}
