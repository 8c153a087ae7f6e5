/** What a plan may hold, so that reading it takes bounded time. */
export const planLimits = {
  /** UTF-16 code units. */
  length: 1024 * 1024,
  /** Headings, list items, paragraphs and the gaps between them. */
  parts: 10_000,
  /** Columns: what is indented deeper counts as indented this far. */
  indent: 64,
} as const;
