import type { Scene } from "./scene.ts";
import { delegations } from "./scenes/delegations.ts";
import { goalposts } from "./scenes/goalposts.ts";
import { ownPrompt } from "./scenes/own-prompt.ts";

/** In the order in which they are shown. */
export const scenes: readonly Scene[] = [ownPrompt, ...delegations.slice(0, 2), ...goalposts, ...delegations.slice(2)];
