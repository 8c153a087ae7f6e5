const mostAlternatives = 256;

/** One alternative per combination: `{a,b}`, `(a|b)` and the `@`, `?`, `+` and `*` forms of the latter, of which one repetition is
 * tried. Undefined where there are too many, or where one is negated. */
export function expandGroups(glob: string): string[] | undefined {
  const done: string[] = [];
  const open = [glob];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    if (done.length + open.length > mostAlternatives) return undefined;
    const group = findGroup(text);
    if (group === undefined) {
      done.push(text);
      continue;
    }
    if (group.kind === "!") return undefined;
    const optional = group.kind === "?" || group.kind === "*" ? [""] : [];
    for (const choice of [...optional, ...group.choices]) open.push(text.slice(0, group.from) + choice + group.rest);
  }
  return done;
}

interface Group {
  readonly from: number;
  readonly rest: string;
  readonly kind: string;
  readonly choices: readonly string[];
}

/** The first group of a text that closes; what holds no choice is made of ordinary characters, as in `app/(auth)/page.ts`. */
function findGroup(text: string): Group | undefined {
  for (let at = 0; at < text.length; at++) {
    at = endOfSet(text, at) ?? at;
    const opening = text.charAt(at);
    if (opening !== "{" && opening !== "(") continue;
    const body = readBody(text, at);
    if (body === undefined) return undefined;
    const prefix = opening === "(" && at > 0 ? text.charAt(at - 1) : "";
    const kind = "?@+*!".includes(prefix) ? prefix : "";
    if (kind === "" && body.choices.length < 2) continue;
    return { from: at - kind.length, rest: text.slice(body.end + 1), kind, choices: body.choices };
  }
  return undefined;
}

function readBody(text: string, start: number): { readonly choices: string[]; readonly end: number } | undefined {
  const separator = text.charAt(start) === "{" ? "," : "|";
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < text.length; at++) {
    at = endOfSet(text, at) ?? at;
    const character = text.charAt(at);
    if (character === "{" || character === "(") depth++;
    if (character === "}" || character === ")") depth--;
    if (depth === 1 && character === separator) {
      choices.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return { choices: [...choices, text.slice(from, at)], end: at };
  }
  return undefined;
}

/** Where the set of characters that opens here closes; undefined where none does. */
export function endOfSet(text: string, at: number): number | undefined {
  const end = text.charAt(at) === "[" ? text.indexOf("]", at + 2) : -1;
  return end === -1 || text.slice(at, end).includes("/") ? undefined : end;
}
