import { endOfSet, expandGroups } from "./glob-groups.ts";

export type Matcher = (path: string) => boolean;

/** In UTF-16 code units. */
const longestGlob = 1024;

/**
 * Compiles a glob over paths with `/`; undefined where it is too long or too intricate, begins with `!` or holds `!(…)`.
 * Names that begin with a dot are like any others, and `\` separates folders as `/` does. Matching never backtracks
 * exponentially, whatever the pattern and the path: both may come from somebody who would like it to.
 */
export function compileGlob(glob: string): Matcher | undefined {
  const plain = glob.trim().replaceAll("\\", "/");
  if (plain === "" || plain.startsWith("!") || plain.length > longestGlob) return undefined;
  const alternatives = expandGroups(plain);
  if (alternatives === undefined) return undefined;
  const patterns = alternatives.map((text) => splitPattern(text));
  return (path) => {
    const names = path.split("/");
    return patterns.some((pattern) => matchSequence(pattern, names, matchName));
  };
}

/** Whether a word of a script or a string of a configuration is meant as a glob. */
export function isGlob(text: string): boolean {
  return /[*?[\]{}]|\(.*\|.*\)/.test(text);
}

/** Any number of folders, or of characters of a name. */
const many = Symbol("many");
type Pattern<Element> = readonly (Element | typeof many)[];
type Name = Pattern<(character: string) => boolean>;

function splitPattern(glob: string): Pattern<Name> {
  const names = glob.split("/").filter((name, index) => name !== "." && (name !== "" || index > 0));
  if (names.at(-1) === "") names[names.length - 1] = "**";
  return names.map((name) => (name === "**" ? many : splitName(name)));
}

function splitName(name: string): Name {
  const pattern: (((character: string) => boolean) | typeof many)[] = [];
  for (let at = 0; at < name.length; at++) {
    const character = name.charAt(at);
    const end = endOfSet(name, at);
    if (character === "*") pattern.push(many);
    else if (character === "?") pattern.push(() => true);
    else if (end !== undefined) {
      pattern.push(readSet(name.slice(at + 1, end)));
      at = end;
    } else pattern.push((other) => other === character);
  }
  return pattern;
}

function readSet(body: string): (character: string) => boolean {
  const isNegated = body.length > 1 && (body.startsWith("!") || body.startsWith("^"));
  const set = isNegated ? body.slice(1) : body;
  return (character) => {
    for (let at = 0; at < set.length; at++) {
      const from = set.charAt(at);
      const isRange = set.charAt(at + 1) === "-" && at + 2 < set.length;
      const to = isRange ? set.charAt(at + 2) : from;
      if (character >= from && character <= to) return !isNegated;
      if (isRange) at += 2;
    }
    return isNegated;
  };
}

function matchName(name: Name, text: string): boolean {
  return matchSequence(name, text, (matches, character) => matches(character));
}

/** Goes back to the last `many` alone, which is enough: an earlier one could only leave the later ones less. */
function matchSequence<Element, Item>(
  pattern: Pattern<Element>,
  items: ArrayLike<Item>,
  matches: (element: Element, item: Item) => boolean,
): boolean {
  let at = 0;
  let resumeAt = -1;
  let resumeFrom = 0;
  let index = 0;
  while (index < items.length) {
    const element = pattern[at];
    if (element === many) {
      resumeAt = ++at;
      resumeFrom = index;
    } else if (element !== undefined && matches(element, items[index] as Item)) {
      at++;
      index++;
    } else if (resumeAt !== -1) {
      at = resumeAt;
      index = ++resumeFrom;
    } else return false;
  }
  while (pattern[at] === many) at++;
  return at === pattern.length;
}
