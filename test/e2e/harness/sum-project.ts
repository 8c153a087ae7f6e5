import { packageJson } from "./block.ts";
import { type Step, write } from "./steps.ts";

/** A product with a bug, and a suite that finds it. */
export const sumFiles = {
  "package.json": packageJson({ test: "node test/all.js" }),
  "src/sum.js": "exports.sum = (a, b) => a - b;\n",
  "test/all.js": [
    'const { strictEqual } = require("node:assert");',
    'const { readdirSync } = require("node:fs");',
    'strictEqual(require("../src/sum.js").sum(1, 2), 3);',
    "for (const name of readdirSync(__dirname)) if (name !== 'all.js' && name.endsWith('.js')) require(`./${name}`);",
    "",
  ].join("\n"),
};

export const fix: Step = write("src/sum.js", "exports.sum = (a, b) => a + b;\n");

export const newTest: Step = write(
  "test/more.js",
  'require("node:assert").strictEqual(require("../src/sum.js").sum(2, 2), 4);\n',
);
