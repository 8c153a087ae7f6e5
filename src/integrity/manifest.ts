/** A package.json as far as it can be used. */
export interface Manifest {
  readonly text: string;
  readonly fields: ReadonlyMap<string, unknown>;
  readonly scripts: ReadonlyMap<string, string>;
}

/** Deeper than any that a person wrote; below it, reading and writing JSON can't run out of stack. */
const deepest = 100;

/** Undefined where a package manager could not use the text either. */
export function parseManifest(text: string | undefined): Manifest | undefined {
  if (text === undefined || isTooDeep(text)) return undefined;
  const parsed = parseJson(text.replace(/^\uFEFF/, ""));
  if (!isRecord(parsed)) return undefined;
  const fields = new Map(Object.entries(parsed));
  const scripts = fields.get("scripts");
  const entries = isRecord(scripts) ? Object.entries(scripts) : [];
  return {
    text,
    fields,
    scripts: new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Counts brackets wherever they stand: in strings too, of which no real manifest holds that many. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) | 32;
    if (code === 123) depth++;
    else if (code === 125) depth--;
    if (depth > deepest) return true;
  }
  return false;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** Blank, or what `npm init` writes: no script that anybody meant. */
export function isNoScript(script: string | undefined): boolean {
  return script === undefined || /^(echo\s+["']?Error: no test specified["']?\s*&&\s*exit 1)?$/.test(script.trim());
}

/** Fields that say what the package is, what it needs, or how it is published; no check rests on them. */
const ownFields = new Set(
  (
    "name version description keywords homepage bugs license licenses author contributors maintainers funding files main " +
    "module browser bin man directories repository dependencies devDependencies peerDependencies peerDependenciesMeta " +
    "optionalDependencies bundleDependencies bundledDependencies engines os cpu libc private publishConfig exports imports " +
    "types typings typesVersions type sideEffects unpkg jsdelivr umd source esnext style sass icon displayName publisher " +
    "contributes activationEvents categories readme scripts $schema preferGlobal"
  ).split(" "),
);

/** Fields in which tools and the package manager find their settings. */
export function isSetting(field: string): boolean {
  return !ownFields.has(field);
}

const dependencyFields = [
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
  "overrides",
  "resolutions",
];

export function hasSameDependencies(one: Manifest | undefined, other: Manifest | undefined): boolean {
  return dependencyFields.every((field) => isSame(one?.fields.get(field), other?.fields.get(field)));
}

/** What the package names as itself: the files that others import or run. */
export function entryPointsOf(manifest: Manifest): string[] {
  const fields = ["main", "module", "browser", "bin", "exports", "types", "source"];
  return fields.flatMap((field) => stringsIn(manifest.fields.get(field)));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}
