import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputTail } from "../../../src/adapters/process/output-tail.ts";

const TAIL_BYTES = 16_384;

/** Feeds the bytes in the pieces that the sizes give, over and over. */
function feed(bytes: Buffer, sizes: readonly number[], listener?: (text: string) => void): OutputTail {
  const tail = new OutputTail(listener);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    tail.write(bytes.subarray(at, at + size));
    at += size;
  }
  tail.end();
  return tail;
}

describe("the tail of an output", () => {
  it("is all of it where it is short", () => {
    expect(feed(Buffer.from("äé€😀"), [1]).text()).toBe("äé€😀");
  });

  it("passes on every character and keeps the last 16 KiB, however the pieces are cut", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.string({ unit: "grapheme", maxLength: 60 }).map((part) => part.repeat(1500)),
    );
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 100_000 })), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(text, sizes, (content, cuts) => {
        const whole = Buffer.from(content).toString();
        let heard = "";
        const tail = feed(Buffer.from(content), cuts, (piece) => {
          heard += piece;
        }).text();
        expect(heard).toBe(whole);
        expect(whole.endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(TAIL_BYTES);
        // At most the rest of a character that was cut is left out.
        expect(Buffer.byteLength(tail)).toBeGreaterThan(Math.min(Buffer.byteLength(whole), TAIL_BYTES) - 4);
      }),
      { numRuns: 60 },
    );
  });

  it("shows bytes that are no text, and never more of them than there were", () => {
    expect(feed(Buffer.from([0x61, 0xff, 0xe2, 0x82]), [1]).text()).toBe("a\ufffd\ufffd");
    expect(feed(Buffer.alloc(100_000, 0x80), [1000]).text()).toBe("\ufffd".repeat(TAIL_BYTES - 3));
  });

  it("takes nothing after its end", () => {
    const heard: string[] = [];
    const tail = new OutputTail((text) => heard.push(text));
    tail.write(Buffer.from("a"));
    tail.end();
    tail.write(Buffer.from("b"));
    expect([tail.text(), heard]).toEqual(["a", ["a"]]);
  });
});
