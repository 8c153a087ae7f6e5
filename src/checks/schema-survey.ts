/** A JSON value made fit to be compiled, or why it can't be. */
export type Survey =
  | { readonly ok: true; readonly schema: Record<string, unknown>; readonly size: number }
  | { readonly ok: false; readonly message: string };

/** Added beside every reference, so that following it is noticed. */
export const stepKeyword = "x-dod-gate-step";

const references = ["$ref", "$dynamicRef", "$recursiveRef"];

/** Keywords whose members are named by the author and are schemas themselves. */
const maps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);

/** Keywords whose value is no schema. */
const values = new Set(["const", "enum"]);

const deepest = 400;
const longestName = 2048;

/** Goes through a schema: counts it, marks its references, and refuses what would mislead or overtax the validator. */
export function surveySchema(value: unknown): Survey {
  if (!isObject(value)) return { ok: false, message: "a schema must be a JSON object" };
  const surveyor = new Surveyor();
  try {
    const schema = surveyor.readSchema(value, 0);
    return { ok: true, schema: schema as Record<string, unknown>, size: surveyor.size };
  } catch (error) {
    if (error instanceof Unfit) return { ok: false, message: error.message };
    throw error;
  }
}

class Unfit extends Error {}

class Surveyor {
  size = 0;

  readSchema(value: unknown, depth: number): unknown {
    this.#enter(depth);
    if (Array.isArray(value)) return value.map((member) => this.readSchema(member, depth + 1));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, member]): [string, unknown] => [
      key,
      this.#readMember(key, member, depth),
    ]);
    const refers = references.some((key) => typeof value[key] === "string");
    return Object.fromEntries(refers ? [...entries, [stepKeyword, true]] : entries);
  }

  #readMember(key: string, member: unknown, depth: number): unknown {
    refuseName(key, member);
    if (values.has(key)) return this.#readValue(member, depth + 1);
    if (maps.has(key) && isObject(member)) return this.#readMap(member, depth + 1);
    return this.readSchema(member, depth + 1);
  }

  #readMap(map: Record<string, unknown>, depth: number): unknown {
    this.#enter(depth);
    return Object.fromEntries(
      Object.entries(map).map(([name, member]) => {
        if (name === "__proto__") throw new Unfit('the name "__proto__" can\'t be validated');
        return [name, this.readSchema(member, depth + 1)];
      }),
    );
  }

  /** What is compared as it stands. A reference in it could be pointed at, and would then be followed unnoticed. */
  #readValue(value: unknown, depth: number): unknown {
    this.#enter(depth);
    if (typeof value !== "object" || value === null) return value;
    for (const [key, member] of Object.entries(value)) {
      if (key === "__proto__") throw new Unfit('the name "__proto__" can\'t be validated');
      if (references.includes(key) && !Array.isArray(value))
        throw new Unfit(`${key} inside const or enum is not supported`);
      this.#readValue(member, depth + 1);
    }
    return value;
  }

  #enter(depth: number): void {
    this.size += 1;
    if (depth > deepest) throw new Unfit(`it is nested more than ${deepest} levels deep`);
  }
}

function refuseName(key: string, member: unknown): void {
  // The validator would leave it out of account.
  if (key === "__proto__") throw new Unfit('the name "__proto__" can\'t be validated');
  // It would make validation a promise, which is truthy whatever it comes to.
  if (key === "$async") throw new Unfit("$async is not part of JSON Schema");
  const names = key === "$id" || references.includes(key);
  if (names && typeof member === "string" && member.length > longestName) throw new Unfit(`${key} is too long`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
