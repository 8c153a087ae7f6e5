import { packageJson } from "../../test/e2e/harness/block.ts";

const suite = [
  'const sum = require("../add.js")(2, 2);',
  'console.log(sum === 4 ? "ok - adds two numbers" : `not ok - adds two numbers: expected 4, got ${sum}`);',
  "process.exit(sum === 4 ? 0 : 1);",
  "",
].join("\n");

export const right = "module.exports = (a, b) => a + b;\n";
export const wrong = "module.exports = (a, b) => a - b;\n";

/** A project whose test asks for an add.js. */
export const files = { "package.json": packageJson({ test: "node test/add.test.js" }), "test/add.test.js": suite };
