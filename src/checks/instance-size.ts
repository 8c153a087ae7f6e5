/** How much work an instance is for a validator, and how deep it is. */
export interface InstanceSize {
  /** Values, and their characters by the score. */
  readonly weight: number;
  readonly depth: number;
}

/** Measures a parsed JSON value without recursion, however deep it is, and with little memory, however wide. */
export function measureInstance(instance: unknown): InstanceSize {
  let weight = 0;
  let deepest = 0;
  const open: object[] = [];
  const depths: number[] = [];
  const visit = (value: unknown, depth: number) => {
    weight += typeof value === "string" ? 1 + value.length / 20 : 1;
    if (typeof value !== "object" || value === null) return;
    open.push(value);
    depths.push(depth);
  };
  visit(instance, 1);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const depth = depths.pop() ?? 0;
    deepest = Math.max(deepest, depth);
    if (Array.isArray(next)) for (const member of next) visit(member, depth + 1);
    else for (const member of Object.values(next)) visit(member, depth + 1);
  }
  return { weight, depth: deepest };
}
