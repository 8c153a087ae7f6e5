import fc from "fast-check";
import { kindNames } from "../../src/dod/kinds.ts";

/** What a block, whole or broken, is made of. */
export const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("[acceptance]", "[/acceptance]", "[dod]", "[/dod]", "```", "~~~~") },
  { weight: 3, arbitrary: fc.constantFrom("\n", "\r\n", "\r", "\n  ", "\n- ", " ", "\t", "\u2028", "\\n", "\u00a0") },
  {
    weight: 3,
    arbitrary: fc.constantFrom("check:", "check", "criteria:", "deliverable:", "kind:", "chek:", "：", ":"),
  },
  { weight: 2, arbitrary: fc.constantFrom(...kindNames, "command=", "path=", "schema=", "changed=", "../", "true") },
  { weight: 2, arbitrary: fc.constantFrom('"', "'", "{", "}", "\\", "=", "*", "`", "\u200b", "\ud800", "😀") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
/** Texts that nearly are blocks. */
export const blockShaped = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
