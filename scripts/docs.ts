import { readFileSync, writeFileSync } from "node:fs";
import { withOptionTable } from "./option-table.ts";

const page = new URL("../docs/config.md", import.meta.url);

writeFileSync(page, withOptionTable(readFileSync(page, "utf8")));
