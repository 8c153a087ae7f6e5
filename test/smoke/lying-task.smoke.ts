import { lyingTask } from "./support/lying-task.ts";
import { smoke } from "./support/smoke.ts";

smoke("a live caller reads NOT ACCEPTED below the result of a producer that lies", lyingTask);
