import { server } from "./start.ts";

// The host runs every other export of this module as a plugin of its own, so there is none.
export default { id: "opencode-dod-gate", server };
