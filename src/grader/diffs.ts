import { pickEnds, shortenBarred } from "./untrusted.ts";

/** In UTF-16 code units, bars counted: of one diff, and the fewest that still tell something. */
export const mostOfDiff = 8_000;
const leastUseful = 400;

/** All diffs, as many and as much of each as there is room for, divided so that a large one crowds out no other. */
export function joinDiffs<Diff>(diffs: readonly Diff[], renderBarred: (diff: Diff) => string, room: number): string {
  const { head, left, tail } = pickEnds(diffs, Math.max(1, Math.floor(room / leastUseful)));
  const gap = left === 0 ? [] : [`| (the diffs of ${left} files left out here)`];
  const blocks = [...head.map(renderBarred), ...gap, ...tail.map(renderBarred)];
  const share = Math.max(leastUseful, Math.min(mostOfDiff, fairShare(blocks, room)));
  return blocks.map((block) => shortenBarred(block, share)).join("\n");
}

/** The length to which blocks must be cut so that together they fill the room and no more. */
function fairShare(blocks: readonly string[], room: number): number {
  const lengths = blocks.map(({ length }) => length + 1).sort((one, other) => one - other);
  let left = room;
  for (const [index, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - index));
    if (length > share) return share - 1;
    left -= length;
  }
  return room;
}
