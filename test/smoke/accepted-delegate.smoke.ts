import { acceptedDelegate } from "./support/accepted-delegate.ts";
import { smoke } from "./support/smoke.ts";

smoke("a live caller gets an accepted result from delegate", acceptedDelegate);
