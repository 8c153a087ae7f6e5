import { resolve } from "node:path";
import type { Files } from "../ports/machine.ts";
import { waitingForInput } from "../report/command-messages.ts";
import type { InputFault } from "../report/input-fault.ts";
import type { World } from "./world.ts";

/** Bytes: more than the most and largest blocks of one text, and than any plan. */
const largest = 4 * 1024 * 1024;

export type TextReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: InputFault };

/** Reads a text file, or standard input for `-`. What is no text is refused, and nothing is waited for but standard input. */
export async function readText(file: string, files: Files, world: World): Promise<TextReading> {
  const reading = file === "-" ? await readInput(world) : await readFile(file, files, world);
  return reading.ok && reading.text.includes("\0") ? refuse({ code: "binary" }) : reading;
}

async function readInput({ input, err, signal }: World): Promise<TextReading> {
  const onWait = () => err.line(waitingForInput);
  const reading = await input.read({ maxBytes: largest, onWait, signal });
  switch (reading.status) {
    case "ok":
      return { ok: true, text: reading.text };
    case "tooLarge":
      return refuse({ code: "tooLarge", limit: largest });
    case "stopped":
      return refuse({ code: "stopped" });
    case "unreadable":
      return refuse({ code: "unreadable", message: reading.message });
  }
}

async function readFile(file: string, files: Files, { cwd }: World): Promise<TextReading> {
  if (file === "") return refuse({ code: "missing" });
  const path = resolve(cwd, file);
  const reading = await files.read(path, largest);
  switch (reading.status) {
    case "ok":
      return { ok: true, text: reading.text };
    case "missing":
      return refuse({ code: "missing" });
    case "notAFile":
      return refuse({ code: (await files.stat(path))?.type === "directory" ? "directory" : "notAFile" });
    case "tooLarge":
      return refuse({ code: "tooLarge", limit: largest });
    case "unreadable":
      return refuse({ code: "unreadable", message: reading.message });
  }
}

function refuse(fault: InputFault): TextReading {
  return { ok: false, fault };
}
