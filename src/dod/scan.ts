import type { Block } from "./block.ts";
import { closesFence, type Fence, openFence } from "./fence.ts";
import type { Findings } from "./findings.ts";
import { readLines } from "./line.ts";
import { TagPairing } from "./tag-pairing.ts";

/** Finds the complete blocks of a text, in its order. A code fence is a world of its own: no block reaches across its edge. */
export function scan(text: string, findings: Findings): Block[] {
  const blocks: Block[] = [];
  const outside = new TagPairing({ text, blocks, findings, fenced: false });
  let open: { readonly fence: Fence; readonly inside: TagPairing } | undefined;
  for (const line of readLines(text)) {
    if (open !== undefined && closesFence(open.fence, line.text)) {
      open.inside.end();
      open = undefined;
      continue;
    }
    const fence = open === undefined ? openFence(line.text) : undefined;
    if (fence !== undefined) open = { fence, inside: new TagPairing({ text, blocks, findings, fenced: true }) };
    else (open?.inside ?? outside).read(line);
  }
  open?.inside.end();
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
