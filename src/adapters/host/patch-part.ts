import type { PluginInput } from "@opencode-ai/plugin";
import { type Answer, answer } from "./answer.ts";

type Client = PluginInput["client"];

/** The part of the client that its published class keeps to itself: it has no method yet for a part. */
interface RawClient {
  patch(request: {
    readonly url: string;
    readonly path: Readonly<Record<string, string>>;
    readonly body: unknown;
    readonly headers: Readonly<Record<string, string>>;
  }): Promise<{ data?: unknown; error?: unknown }>;
}

interface WholePart {
  readonly id: string;
  readonly sessionID: string;
  readonly messageID: string;
}

/** Replaces one part of a message in the host's record. */
export function patchPart<Part extends WholePart>(client: Client, part: Part): Promise<Answer<unknown>> {
  const { _client: raw } = client as unknown as { readonly _client: RawClient };
  const { sessionID, messageID, id } = part;
  return answer<unknown>(
    raw.patch({
      url: "/session/{sessionID}/message/{messageID}/part/{partID}",
      path: { sessionID, messageID, partID: id },
      body: part,
      headers: { "Content-Type": "application/json" },
    }),
  );
}
