import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { PlainText, toPlainText } from "../../src/checks/plain-text.ts";

const samples: readonly (readonly [string, string, string])[] = [
  ["colours", "\x1b[31mred\x1b[0m \x1b[1;38;5;200mbold\x1b[m", "red bold"],
  ["cursor movements", "a\x1b[2K\x1b[1Ab\x1b[?25lc", "abc"],
  ["an OSC ended by BEL", "\x1b]0;title\x07text", "text"],
  ["an OSC ended by ST", "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"],
  ["a DCS", "a\x1bPq#0\x1b\\b", "ab"],
  ["single escapes", "a\x1b7\x1b8\x1bcb\x1b(Bc", "abc"],
  ["8-bit sequences", "a\x9b31mb\x9d0;t\x9cc", "abc"],
  ["control characters", "a\x00b\x07c\x08d\x7fe\x85f", "abcdef"],
  ["line breaks", "a\r\nb\rc\nd\r\r\ne", "a\nb\nc\nd\n\ne"],
  ["tabs", "a\tb", "a\tb"],
  ["a sequence that a text interrupts", "\x1b[3é", "é"],
  ["a sequence that another one interrupts", "\x1b[3\x1b[31mx", "x"],
  ["an OSC that the line's end interrupts", "\x1b]0;title\nnext", "\nnext"],
  ["an OSC that is cancelled", "\x1b]0;ti\x18tle", "tle"],
  ["an escape at the end", "text\x1b", "text"],
  ["plain text", "Grüße, 世界 🎉", "Grüße, 世界 🎉"],
];

describe("plain text", () => {
  test.each(samples)("leaves out %s", (_, raw, plain) => {
    expect(toPlainText(raw)).toBe(plain);
  });

  it("is the same however the text is cut into pieces", () => {
    const pieces = fc.array(fc.constantFrom(...samples.map(([, raw]) => raw), "\x1b", "[", "]", "\r", "\n", "x"));
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(20)), (texts, lengths) => {
        const whole = texts.join("");
        const stripper = new PlainText();
        let cut = "";
        let at = 0;
        for (const length of lengths) {
          cut += stripper.push(whole.slice(at, at + length));
          at += length;
        }
        cut += stripper.push(whole.slice(at));
        expect(cut).toBe(toPlainText(whole));
      }),
    );
  });

  it("holds no control character but line feeds and tabs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(toPlainText(text)).not.toMatch(/(?![\n\t])\p{Cc}/u);
      }),
    );
  });

  it("returns after a sequence that never ends (attack 9)", () => {
    const stripper = new PlainText();
    stripper.push("\x1b]0;");
    const piece = "x".repeat(64 * 1024);
    let length = 0;
    for (let count = 0; count < 960; count++) length += stripper.push(piece).length;
    expect(length).toBeGreaterThan(960 * 64 * 1024 - 10_000);
    expect(stripper.push("end")).toBe("end");
  });
});
