import { parse } from "../src/dod/parse.ts";

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

const megabyte = 1024 * 1024;

const prose = "Please read the module first, then change what has to change; keep its tests green.\n";
const block =
  '[acceptance]\ncheck: testsPass command="npm test -- parser"\ncriteria: Every function is documented.\n[/acceptance]\n';
const braces = `[acceptance]\ncheck: schemaMatch path=a.json schema=${"{".repeat(60_000)}\n[/acceptance]\n`;
const words = `[acceptance]\n${"check run tests ".repeat(4_000)}\n[/acceptance]\n`;

/** What the text of a prompt is made of, over and over. */
const shapes: Readonly<Record<string, string>> = {
  "prose only": prose,
  "many blocks": block,
  "open tags only": "[acceptance]\n",
  "code fences only": "```\n",
  "one line": "word ",
  "one line of spaces": " ",
  "line breaks only": "\n",
  "blocks of braces": braces,
  "blocks of suspicious words": words,
};

/** How long a prompt of 1 MB takes to parse, and how much longer one of 2 MB: about 2 where parsing is linear. */
export function benchParse(): Promise<Figure[]> {
  return Promise.resolve(Object.entries(shapes).map(([name, shape]) => measureShape(name, shape)));
}

function measureShape(name: string, shape: string): Figure {
  const once = measure(fill(shape, megabyte));
  const twice = measure(fill(shape, 2 * megabyte));
  return {
    name: `parse 1 MB: ${name}`,
    value: `${once.toFixed(1)} ms (${(1000 / once).toFixed(0)} MB/s)`,
    note: `2 MB take ${(twice / once).toFixed(1)} times as long`,
  };
}

function fill(shape: string, length: number): string {
  return shape.repeat(Math.ceil(length / shape.length)).slice(0, length);
}

/** The best of several runs, in milliseconds: what disturbs a run only ever makes it slower. */
function measure(text: string): number {
  const runs = 5;
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    parse(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
