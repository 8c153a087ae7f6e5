/** How Node's own test runner ends its report, in either of its forms. */
const nodeSummary = /^(?:#|\u2139) tests (\d+)$/gm;

/** Whether the output ends in a summary, or several, of which none counts a single test. */
export function ranNoTest(output: string): boolean {
  const counts = [...output.matchAll(nodeSummary)].map(([, count]) => Number(count));
  return counts.length > 0 && counts.every((count) => count === 0);
}
