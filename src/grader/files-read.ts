import { resolve } from "node:path";
import type { RecordedToolCall, SessionRecord } from "../artefact/record.ts";

/** The files of which a session really read something, absolute. Directories, refusals and empty files don't count. */
export function filesReadBy(record: SessionRecord): string[] {
  const paths = record.messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === "tool" && part.tool === "read" && part.status === "completed" ? [part] : []))
    .filter(showedSomething)
    .flatMap(({ input }) =>
      typeof input["filePath"] === "string" ? [resolve(record.directory, input["filePath"])] : [],
    );
  return [...new Set(paths)];
}

/**
 * The host tells which lines it showed; an image or a document it shows without lines, and says so in its preview. Its
 * output is no help: it has a frame also where it shows nothing.
 */
function showedSomething({ metadata }: RecordedToolCall): boolean {
  const shown = metadata["display"];
  if (typeof shown !== "object" || shown === null) {
    return typeof metadata["preview"] === "string" && metadata["preview"].trim() !== "";
  }
  const { type, lineStart, lineEnd } = shown as Readonly<Record<string, unknown>>;
  return type === "file" && typeof lineStart === "number" && typeof lineEnd === "number" && lineEnd >= lineStart;
}
