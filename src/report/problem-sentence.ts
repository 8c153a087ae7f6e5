import type { Problem } from "../gate/delegation.ts";
import { describeCommandProblem } from "./command-problems.ts";
import { describeBlockProblem } from "./problems.ts";
import { quote } from "./quote.ts";

