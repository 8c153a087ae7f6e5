import fc from "fast-check";
import { expect, test } from "vitest";
import { printJson } from "../../src/report/json-document.ts";

test("holds no character that would move the cursor, reorder text or hide", () => {
  const printed = printJson({ text: "\u001b[2J \u009b31m \u202e \u200b \u2028 \ufeff \u007f ä €" });
  expect(printed).toBe('{"text":"\\u001b[2J \\u009b31m \\u202e \\u200b \\u2028 \\ufeff \\u007f ä €"}');
});

test("loses nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(JSON.parse(printJson([text]))).toEqual([text]);
    }),
  );
});
