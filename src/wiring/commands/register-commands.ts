import type { Hooks } from "@opencode-ai/plugin";
import type { Log } from "../../ports/machine.ts";
import { contain } from "../boundary.ts";
import { type CommandName, commandTemplates } from "./command-templates.ts";

type ConfigHook = NonNullable<Hooks["config"]>;

export interface CommandRegistration {
  readonly config: ConfigHook;
  /** The commands that are the plugin's own; before the host called the hook, none is. */
  readonly registered: ReadonlySet<string>;
}

/** Adds the plugin's commands to the host's configuration; a user's own of the same name is left alone. */
export function createCommandRegistration(log: Log): CommandRegistration {
  const registered = new Set<string>();
  return {
    registered,
    config: (config) =>
      contain(
        "registering the commands",
        log,
        () => {
          config.command ??= {};
          for (const name of Object.keys(commandTemplates) as CommandName[]) {
            if (Object.hasOwn(config.command, name)) log("info", `the configured command "/${name}" is left alone`);
            else {
              config.command[name] = { ...commandTemplates[name] };
              registered.add(name);
            }
          }
        },
        () => undefined,
      ),
  };
}
