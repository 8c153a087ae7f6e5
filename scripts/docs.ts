import { readFileSync, writeFileSync } from "node:fs";
import { withTables } from "./reference.ts";

const page = new URL("../docs/config.md", import.meta.url);

writeFileSync(page, withTables(readFileSync(page, "utf8")));
