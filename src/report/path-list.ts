import { quote } from "./quote.ts";

const mostNamed = 10;

/** Paths in a sentence, the first ones by name. */
export function listPaths(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).map((path) => quote(path));
  return paths.length > mostNamed ? `${named.join(", ")} and ${paths.length - mostNamed} more` : named.join(", ");
}
