/** Longer texts are read up to here, in UTF-16 code units. */
const longestText = 256 * 1024;
const mostLiterals = 5000;

/** The strings of a program or a configuration that could be paths, globs or commands. */
export function literalsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [, double, single, template] of text.slice(0, longestText).matchAll(quoted)) {
    const literal = double ?? single ?? template ?? "";
    found.add(literal.replaceAll("\\\\", "/").replace(/^<rootDir>\/?/, "./"));
    if (found.size >= mostLiterals) break;
  }
  return [...found];
}

const quoted = /"([^"\r\n]{1,300})"|'([^'\r\n]{1,300})'|`([^`\r\n$]{1,300})`/g;

/** The words of a configuration without quotes, as in YAML. */
export function plainWordsOf(text: string): string[] {
  return [...new Set(text.slice(0, longestText).match(/[^\s"'`,:#[\]]+/g))].slice(0, mostLiterals);
}
