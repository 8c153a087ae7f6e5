import { PassThrough, Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { standardInput } from "../../src/cli/standard-input.ts";

const calm = { maxBytes: 10, onWait: () => undefined, signal: new AbortController().signal };
const from = (...pieces: Uint8Array[]) => standardInput(() => Readable.from(pieces, { objectMode: true }));
const bytes = (text: string) => new TextEncoder().encode(text);

describe("standard input", () => {
  test("is one text, also where a character comes in two pieces", async () => {
    const [first, second] = [bytes("ä").slice(0, 1), bytes("ä").slice(1)];
    expect(await from(bytes("a"), first, second).read(calm)).toEqual({ status: "ok", text: "aä" });
  });

  test("may be empty", async () => {
    expect(await from().read(calm)).toEqual({ status: "ok", text: "" });
  });

  test("is not read any further when it is too large", async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield bytes("xxxx");
      })(),
    );
    expect(await standardInput(() => endless).read(calm)).toEqual({ status: "tooLarge" });
    expect(endless.destroyed).toBe(true);
  });

  test("that can't be read is told with the reason", async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error("EIO: i/o error"));
      },
    });
    const reading = { status: "unreadable", message: "EIO: i/o error" };
    expect(await standardInput(() => broken).read(calm)).toEqual(reading);
    const closed = () => {
      throw new Error("EIO: i/o error");
    };
    expect(await standardInput(closed).read(calm)).toEqual(reading);
  });

  test("that never ends can be given up", async () => {
    const stop = new AbortController();
    const reading = standardInput(() => new PassThrough()).read({ ...calm, signal: stop.signal });
    stop.abort();
    expect(await reading).toEqual({ status: "stopped" });
  });

  test("that somebody would have to type is asked for at once", async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    const asked = new Promise<void>((resolve) => {
      void standardInput(() => terminal).read({ ...calm, onWait: resolve });
    });
    await asked;
    terminal.end();
  });
});
