import type { Row } from "./row.ts";

const megabyte = 1_000_000;

/** What a text of 1 MB is made of, over and over. */
const units: Readonly<Record<string, string>> = {
  prose: "The gate runs the checks of a block and says pass, fail or could not be judged. ",
  "TypeScript code": "  const token = await session.refresh(options.password ?? process.env.PASSWORD);\n",
  "a lockfile": `      "integrity": "sha512-${"aB3+xY7/".repeat(10)}aB3xY7==",\n`,
  "secrets in pairs": `DB_PASSWORD=${"hunter2"}\n`,
  "secrets by their form": `${"ghp"}_${"a1B2c3D4e5F6".repeat(3)} `,
  "password=password=…": "password=",
  "token=token=…": "token=",
  "sk-sk-sk-…": "sk-",
  "eyJeyJ…": "eyJ",
  "-----BEGIN -----BEGIN …": "-----BEGIN ",
  "begun private keys": `-----BEGIN ${"PRIVATE"} KEY-----\n${"aB3xY7".repeat(10)}\n`,
  "base64 without end": "aB3+xY7/",
  "a.a.a.": "a.",
  "://:@://:@": "://:@",
  blanks: " ",
};

/** How long it takes to load, and to scrub 1 MB of ordinary text, of secrets, and of what comes near to one. */
export async function benchScrub(): Promise<Row[]> {
  const start = performance.now();
  const { loadScrub } = await import("../src/scrub/scrub.ts");
  const scrub = await loadScrub();
  scrub("password=hunter2");
  const loaded = performance.now() - start;
  return [
    { name: "load and first use", value: `${loaded.toFixed(1)} ms` },
    ...Object.entries(units).map(([name, unit]) => measure(scrub, name, unit)),
  ];
}

/** The best of three runs, since what disturbs one only makes it slower. */
function measure(scrub: (text: string) => string, name: string, unit: string): Row {
  const text = unit.repeat(Math.ceil(megabyte / unit.length)).slice(0, megabyte);
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    scrub(text);
    return performance.now() - start;
  });
  const best = Math.min(...times);
  return { name: `scrub 1 MB: ${name}`, value: `${best.toFixed(0)} ms (${(1000 / best).toFixed(0)} MB/s)` };
}
