/** What one text may hold, so that reading it takes bounded time and memory. */
export const limits = {
  /** UTF-16 code units between a block's tags. */
  blockLength: 64 * 1024,
  checks: 64,
  criteria: 64,
  blocks: 32,
  problems: 100,
  notes: 100,
  /** UTF-16 code units of the author's text in a problem or note. */
  excerpt: 200,
} as const;
