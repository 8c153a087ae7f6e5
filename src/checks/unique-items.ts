/** Whether no two of an array's items are equal as JSON, in time that grows with their size and not with its square. */
export function hasUniqueItems(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = toCanonical(item);
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

/** One text for all ways to order an object's members. */
function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toCanonical(member)}`).join(",")}}`;
}
