/** Extensions of sources and documents. None is the last part of a usual host name, and none a usual property. */
const extensions: ReadonlySet<string> = new Set(
  [
    "ts tsx mts cts js jsx mjs cjs vue svelte astro html htm css scss sass less",
    "py pyi ipynb rb php pl lua r jl go rs c h cc cpp cxx hh hpp hxx m mm cs fs vb swift",
    "java kt kts scala groovy gradle clj cljs ex exs erl hrl hs ml mli elm dart zig nim sol",
    "sh bash zsh fish ps1 bat cmd sql graphql gql proto tf hcl nix mk cmake",
    "json jsonc json5 jsonl yaml yml toml ini cfg conf xml csv tsv properties lock",
    "md mdx markdown rst adoc txt tex log diff patch svg png jpg jpeg gif webp pdf",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a name ends like that of a source or document. `.ts` alone doesn't: it has no name before the extension. */
export function hasFileExtension(path: string): boolean {
  const [, extension = ""] = /[^/\\.]\.([A-Za-z\d]+)$/.exec(path) ?? [];
  return extensions.has(extension.toLowerCase());
}
