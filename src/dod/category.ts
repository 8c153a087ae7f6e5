/** What kind of work a dispatch asks for, as far as its words tell. */
export type Category = "bugfix" | "refactor" | "writeFile" | "impl" | "test" | "unknown";

interface Rule {
  readonly category: Category;
  readonly words: readonly string[];
}

/** In the order in which they are tried. */
const rules: readonly Rule[] = [
  { category: "bugfix", words: ["bug", "fix", "broken", "regression", "failing"] },
  { category: "refactor", words: ["refactor", "rename", "extract", "restructure", "clean up"] },
  { category: "writeFile", words: ["write", "generate", "emit", "scaffold"] },
  {
    category: "impl",
    words: ["implement", "add", "feature", "create", "build", "endpoint", "function", "component"],
  },
  { category: "test", words: ["test", "spec", "coverage"] },
];

/** The first category that has a whole word of the prose, in whatever case; `writeFile` only where one file is named. */
export function categoryOf(prose: string, namesOneFile: boolean): Category {
  const words = wholeWords(prose);
  const found = rules.find(
    (rule) => rule.words.some((word) => words.has(word)) && (rule.category !== "writeFile" || namesOneFile),
  );
  return found?.category ?? "unknown";
}

/** The words of a text in lower case. What joins letters without being seen, and an underscore, belong to a word. */
function wholeWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}\p{Pc}\p{Cf}]+/gu)) words.add(word.toLowerCase());
  if (/(?<![\p{L}\p{M}\p{N}\p{Pc}\p{Cf}])clean[\s-]{1,8}up(?![\p{L}\p{M}\p{N}\p{Pc}\p{Cf}])/iu.test(text)) {
    words.add("clean up");
  }
  return words;
}
