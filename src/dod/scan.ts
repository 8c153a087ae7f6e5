import type { Block } from "./block.ts";
import { closesFence, type Fence, openFence } from "./fence.ts";
import type { Findings } from "./findings.ts";
import { readLines } from "./line.ts";
import { TagPairing } from "./tag-pairing.ts";

/** Finds the complete blocks of a text, in its order. A code fence is a world of its own: no block reaches across its edge. */
export function scan(text: string, findings: Findings): Block[] {
  const blocks: Block[] = [];
  const outside = new TagPairing({ text, blocks, findings, fenced: false });
  let inside: TagPairing | undefined;
  let fence: Fence | undefined;
  for (const line of readLines(text)) {
    if (fence !== undefined && closesFence(fence, line.text)) {
      inside?.end();
      fence = undefined;
      continue;
    }
    const opened = fence === undefined ? openFence(line.text) : undefined;
    if (opened !== undefined) {
      fence = opened;
      inside = new TagPairing({ text, blocks, findings, fenced: true });
      continue;
    }
    const [here, there] = fence === undefined ? [outside, inside] : [inside, outside];
    const orphan = here?.read(line);
    if (orphan !== undefined) there?.meet(orphan, line);
  }
  if (fence !== undefined) inside?.end();
  outside.end();
  return blocks.sort((one, other) => one.start - other.start);
}

/** The blocks that count: those in code fences only where there is no other. */
export function choose(blocks: readonly Block[], findings: Findings): readonly Block[] {
  const unfenced = blocks.filter((block) => !block.fenced);
  if (unfenced.length === 0) return blocks;
  for (const { fenced, at, tag } of blocks) {
    if (fenced) findings.addNote({ at, code: "ignoredFencedBlock", tag });
  }
  return unfenced;
}
