import type { Part } from "@opencode-ai/sdk";
import { describe, expect, test } from "vitest";
import { parse } from "../../../src/dod/parse.ts";
import { isOwnPart, isSendingBack, ownMark } from "../../../src/wiring/own-part.ts";
import { authorOf, mayHoldBlock, strayTags, unwrapArguments, userTexts } from "../../../src/wiring/turn/user-prompt.ts";

const place = { id: "prt_1", sessionID: "ses_1", messageID: "msg_1" };
const text = (of: string, more: Partial<Extract<Part, { type: "text" }>> = {}): Part => ({
  ...place,
  type: "text",
  text: of,
  ...more,
});
const file: Part = { ...place, type: "file", mime: "text/plain", url: "file:///code/notes.md" };
const own = ownMark({ wiring: "turn", status: "returned" });

describe("a message is", () => {
  test.each([
    ["the user's", [text("Do it.")], "user"],
    ["the user's with a file", [file, text("read", { synthetic: true })], "user"],
    ["the host's where all of it is synthetic", [text("result", { synthetic: true })], "host"],
    ["the plugin's where a part is marked so", [text("note", { ignored: true, metadata: own }), text("x")], "plugin"],
  ] as const)("%s", (_, parts, author) => {
    expect(authorOf([...parts])).toBe(author);
  });

  test("read without what is synthetic or hidden from the model", () => {
    const parts = [text("a"), text("b", { synthetic: true }), text("c", { ignored: true }), file];
    expect(userTexts(parts).map((part) => part.text)).toEqual(["a"]);
  });
});

test("a mark is known again, and which one sends work back", () => {
  expect([isOwnPart({ metadata: own }), isSendingBack({ metadata: own })]).toEqual([true, true]);
  expect([isOwnPart({ metadata: { other: 1 } }), isOwnPart({}), isSendingBack({ metadata: ownMark({}) })]).toEqual([
    false,
    false,
    false,
  ]);
});

describe("half a block", () => {
  test.each([
    ["an open tag alone", "Do it.\n[acceptance]\ncheck: testsPass", 1],
    ["a close tag alone", "Do it.\n[/dod]", 1],
    ["tags behind list markers", "- [acceptance]\n- check: testsPass\n- [/acceptance]", 2],
    ["a quotation is none", "> [acceptance]\n> check: testsPass\n> [/acceptance]", 0],
    ["a mention is none", "Explain what `[acceptance]` means.", 0],
  ])("%s", (_, prompt, count) => {
    expect(mayHoldBlock(prompt)).toBe(true);
    expect(strayTags(parse(prompt).notes)).toHaveLength(count);
  });

  test("most texts need not be parsed at all", () => {
    expect(mayHoldBlock("Explain acceptance tests, and [links](to/dod).")).toBe(false);
  });
});

describe("an argument of `opencode run` is taken out of the quotes that the host puts around it", () => {
  const block = '[acceptance]\ncheck: run command="node -e 0"\n[/acceptance]';
  const wrap = (argument: string) => `"${argument.replaceAll('"', '\\"')}"`;

  test.each([
    ["one", ["run", block], wrap(block), block],
    ["several", ["run", "--", block, "now please"], `${wrap(block)} "now please"`, `${block} now please`],
    ["with dollar signs", ["run", "a $& b"], '"a $& b"', "a $& b"],
    ["none that is quoted by its author", ["run", "now"], `"say ${block}"`, `"say ${block}"`],
  ])("%s", (_, argv, sent, read) => {
    expect(unwrapArguments(sent, argv)).toBe(read);
  });
});
