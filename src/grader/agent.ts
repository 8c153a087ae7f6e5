import type { PermissionRule } from "../ports/host.ts";
import { systemPrompt } from "./system-prompt.ts";

type Action = PermissionRule["action"];
type Permission = Readonly<Record<string, Action | Readonly<Record<string, Action>>>>;

/** As the host's configuration has it. Order matters, the last rule that matches wins; nothing asks, so nothing waits. */
const permission: Permission = {
  "*": "deny",
  external_directory: "deny",
  read: { "*": "allow", "*.env": "deny", "*.env.*": "deny", "*.env.example": "allow" },
  grep: "allow",
  glob: "allow",
  list: "allow",
};

/** The agent that every grade runs on. Only a hidden `primary` agent stays out of the list that the `task` tool shows. */
export const graderAgent = {
  name: "dod-grader",
  description:
    "Judges delegated work against its acceptance criteria. Started by opencode-dod-gate, never by an agent.",
  mode: "primary",
  hidden: true,
  permission,
  prompt: systemPrompt,
} as const;

/**
 * The same permissions for a grader's session. Session rules come last, and so also close the folder of tool outputs
 * that the host opens behind every agent's own rules.
 */
export const graderRules: readonly PermissionRule[] = Object.entries(permission).flatMap(([name, rule]) =>
  typeof rule === "string"
    ? [{ permission: name, pattern: "*", action: rule }]
    : Object.entries(rule).map(([pattern, action]) => ({ permission: name, pattern, action })),
);

const role = "grader";

/** What marks a session as a grader's, for as long as the host keeps it. */
export const graderMetadata = { dodGate: { role } } as const;

/** Whether a session's metadata marks it as a grader's. */
export function marksGrader(metadata: unknown): boolean {
  const mark = propertyOf(metadata, "dodGate");
  return propertyOf(mark, "role") === role;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
