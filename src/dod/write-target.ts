import type { Mention } from "./mentions.ts";

/** How far around a path its role is looked for, in UTF-16 code units. */
const reach = 120;

const fillers = setOf("a an the new following file");

/** What leads to a file that is to be written, where no word in `elsewhere` leads away from the writing. */
const roles = setOf("to into at as named called");

/** `similar to`, `refer to`, `look at`, `and stick to`: these lead to what is there already. */
const elsewhere = setOf(
  "according similar relative related compared identical equivalent analogous next close due opposed applied aimed",
  "limited restricted read reading look looking refer referring see seen used found and or but then while without like",
  "link links pointer reference references reply response answer introduction guide alternative addition change changes",
);

/** What may follow the path; any other word makes it a mere attribute, as in `a.json types`. */
const followers = setOf(
  "file that which with containing holding for from and using in so as to where based by about describing listing",
);

/**
 * Whether the words around a file say that it is what the work shall leave: nothing but `a new file` stands between the
 * writing verb and the path, or `to` and its like do. Only then does the file prove anything: `write tests for src/a.ts`
 * is not done because there is a src/a.ts, and need not change it.
 */
export function isWriteTarget(text: string, { start, end }: Mention): boolean {
  const clause = /^.*\b(?:write|generate|emit|scaffold)\b(.*)$/is.exec(
    text.slice(Math.max(0, start - reach), start),
  )?.[1];
  if (clause === undefined || /[.!?;]\s|[\r\n]/.test(clause)) return false;
  const words = clause.toLowerCase().match(/[\p{L}\p{M}\p{N}_']+/gu) ?? [];
  const leading = words.slice(0, words.findLastIndex((word) => !fillers.has(word)) + 1);
  const role = leading.at(-1);
  if (role !== undefined && (!roles.has(role) || leading.some((word) => elsewhere.has(word)))) return false;
  const next = /^["'`”’)*]*[ \t]+["'`“‘(]*([a-z]+)/i.exec(text.slice(end, end + reach))?.[1];
  return next === undefined || followers.has(next.toLowerCase());
}

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}
