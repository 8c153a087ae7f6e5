import type { ToolDefinition } from "@opencode-ai/plugin";
import { delegateLesson } from "../teach.ts";
import { argumentSchemas } from "./delegate-arguments.ts";
import type { DelegateParts } from "./delegate-execute.ts";

/**
 * The authoritative wiring: a tool that has work done, judges it, has it done again, and gives back what was accepted or
 * says that nothing was. Until it is called, only what models are told about it is loaded.
 */
export function createDelegateTool(parts: DelegateParts): ToolDefinition {
  return {
    description: delegateLesson,
    // The host takes JSON Schemas as they are, which cost nothing to make; the published type knows zod's alone.
    args: argumentSchemas as unknown as ToolDefinition["args"],
    async execute(args, context) {
      const { delegate } = await import("./delegate-execute.ts");
      return delegate(args, context, parts);
    },
  };
}
