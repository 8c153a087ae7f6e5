/** A part of a message, as far as its author is concerned. */
interface MarkedPart {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Whether this plugin wrote a part, or has taken it up: such a text opens no turn. Whoever puts a text of the plugin's own
 * into a message, a command's template for instance, gives it some metadata under this name.
 */
export function isOwnPart({ metadata }: MarkedPart): boolean {
  return metadata !== undefined && metadata !== null && Object.hasOwn(metadata, "dodGate");
}

/** Whether a part is the one that sends a turn's work back. */
export function isSendingBack(part: MarkedPart): boolean {
  return factOf(part, "status") === "returned";
}

function factOf({ metadata }: MarkedPart, name: string): unknown {
  const mark = metadata?.["dodGate"];
  return typeof mark === "object" && mark !== null ? Reflect.get(mark, name) : undefined;
}

/** The metadata of a part that is the plugin's own. */
export function ownMark(facts: Readonly<Record<string, unknown>>): {
  readonly dodGate: Readonly<Record<string, unknown>>;
} {
  return { dodGate: { version: 1, ...facts } };
}
