import { readdirSync, readFileSync } from "node:fs";

/** A test's title, or the row of a table that becomes one, which names a requirement. */
export interface Naming {
  readonly id: string;
  readonly file: string;
  readonly title: string;
}

const literal = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const ids = /\b(R\d{3})-(\d+)(?:…(\d+))?/g;

/** What all tests of a repository name, by file. */
export function namedInTests(root: URL): Naming[] {
  return readdirSync(new URL("test/", root), { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts"))
    .toSorted()
    .flatMap((path) => namedRequirements(path, readFileSync(new URL(path, root), "utf8")));
}

/** What the texts in a test file name: `R002-33`, or several in a row, as in `R002-59…64`. Comments name nothing. */
export function namedRequirements(file: string, source: string): Naming[] {
  return [...withoutComments(source).matchAll(literal)].flatMap(([quoted]) => {
    const title = quoted.slice(1, -1);
    return [...title.matchAll(ids)].flatMap(([, set = "", first = "", last = first]) =>
      range(Number(first), Number(last)).map((number) => ({ id: `${set}-${number}`, file, title })),
    );
  });
}

/** Only whole lines: what follows code on its line may be part of a text. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
