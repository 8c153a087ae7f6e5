/** A stretch of a text that holds a secret, in UTF-16 code units, and the name of its kind where that is known. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly label?: string;
}

/** The spans in their order, those that overlap made one, which keeps the label of a span that covers it. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      continue;
    }
    const end = Math.max(last.end, span.end);
    const whole = [last, span].find(
      (part) => part.start === last.start && part.end === end && part.label !== undefined,
    );
    merged[merged.length - 1] = { start: last.start, end, ...(whole?.label && { label: whole.label }) };
  }
  return merged;
}
