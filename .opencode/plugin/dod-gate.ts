// This repository is developed under its own gate.
export { default } from "../../src/index.ts";
