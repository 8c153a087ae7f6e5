/** A page with what stands between the marks of a part replaced. */
export function withPart(page: string, name: string, text: string): string {
  const begin = `<!-- The ${name} is written by \`npm run docs\`. -->`;
  const end = `<!-- End of the ${name}. -->`;
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no ${begin} … ${end}`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
