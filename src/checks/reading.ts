import type { ReadOutcome } from "../ports/machine.ts";
import type { CheckOutcome, Target } from "./result.ts";

/** The largest JSON file that is read, in bytes. */
export const largestJson = 16 * 1024 * 1024;

/** What it means for a check that its file could not be read. */
export function judgeReading(reading: Exclude<ReadOutcome, { status: "ok" }>, target: Target): CheckOutcome {
  switch (reading.status) {
    case "missing":
      return { outcome: "fail", reason: { code: "fileMissing", target } };
    case "notAFile":
      return { outcome: "fail", reason: { code: "notAFile", target } };
    case "tooLarge":
      return { outcome: "error", reason: { code: "tooLarge", target, size: reading.size, limit: largestJson } };
    case "unreadable":
      return { outcome: "error", reason: { code: "unreadable", target, message: reading.message } };
  }
}
