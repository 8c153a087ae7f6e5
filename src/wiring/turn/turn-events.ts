import type { Hooks } from "@opencode-ai/plugin";
import { messageOf } from "../delegate/retry-watch.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Turns } from "./turns.ts";

type Event = Parameters<NonNullable<Hooks["event"]>>[0]["event"];

/** Tells the turns what the host's events say about their sessions. Only looks: nothing here may wait or throw. */
export function followTurns(turns: Turns, mailbox: Mailbox): (event: Event) => void {
  return (event) => {
    switch (event.type) {
      case "session.idle":
        void mailbox.rest(event.properties.sessionID);
        turns.rest(event.properties.sessionID);
        return;
      case "session.error": {
        const { sessionID, error } = event.properties;
        if (sessionID === undefined) return;
        void mailbox.rest(sessionID);
        if (error?.name === "MessageAbortedError") turns.apply(sessionID, { kind: "aborted" });
        else turns.fail(sessionID, messageOf(error) ?? "the host failed");
        return;
      }
      case "session.deleted":
        turns.takeBack(event.properties.info.id);
        mailbox.drop(event.properties.info.id);
        return;
      case "session.updated":
        // The host sends `null` where nothing is taken back.
        if (event.properties.info.revert) turns.takeBack(event.properties.info.id);
        return;
      default:
        return;
    }
  };
}
