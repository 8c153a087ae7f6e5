import type { Position } from "../dod.ts";
import { closesFence, type Fence, openFence } from "../fence.ts";
import { Findings } from "../findings.ts";
import { placeIn, readLines } from "../line.ts";
import { scan } from "../scan.ts";

/** A line that names a step of a plan: `plan: PLAN.md#3`. */
export interface PlanReference {
  /** Of the line's key. */
  readonly at: Position;
  /** Whether an argument beside the prompt says it. */
  readonly isArgument?: true;
  /** Path and step; several where names that hold a `#` leave a choice. The first whose file is there is meant. */
  readonly readings: readonly [PlanReading, ...PlanReading[]];
}

export interface PlanReading {
  readonly path: string;
  /** Empty where the line names none. */
  readonly step: string;
}

/** The lines of a prompt that name steps. Those in fences and quotations count only where there is no other. */
export function findPlanReferences(prompt: string): PlanReference[] {
  if (!/plan/i.test(prompt)) return [];
  const plain: PlanReference[] = [];
  const quoted: PlanReference[] = [];
  const blocks = scan(prompt, new Findings());
  let fence: Fence | undefined;
  for (const line of readLines(prompt)) {
    if (fence !== undefined && closesFence(fence, line.text)) {
      fence = undefined;
      continue;
    }
    const opened = fence === undefined ? openFence(line.text) : undefined;
    fence ??= opened;
    if (opened !== undefined) continue;
    while (blocks[0] !== undefined && line.start >= blocks[0].end) blocks.shift();
    if (blocks[0] !== undefined && line.start >= blocks[0].start) continue;
    const found = key.exec(line.text);
    const readings = found === null ? [] : readPlanValue(line.text.slice(found[0].length));
    const [first, ...others] = readings;
    if (found === null || first === undefined) continue;
    const isQuoted = fence !== undefined || found[1] !== undefined;
    const at = placeIn(line, found[0].search(/plan/i));
    (isQuoted ? quoted : plain).push({ at, readings: [first, ...others] });
  }
  return plain.length > 0 ? plain : quoted;
}

const key = /^[ \t]*(>[> \t]*)?(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?[*_`]*plan[*_`]*[ \t]*:[*_`]*[ \t]*/i;

/** How many `#` of a line may be the one between path and step. */
const mostReadings = 8;

/** What a value such as `PLAN.md#3` may mean; nothing where it is prose. */
export function readPlanValue(value: string): PlanReading[] {
  const text = value.trim();
  const inQuotes = /^(["'`])(.+?)\1(.*)$/.exec(text);
  if (inQuotes?.[3]?.trimStart().startsWith("#")) {
    return [{ path: cleanPath(inQuotes[2] ?? ""), step: unquote(inQuotes[3].trimStart().slice(1)) }];
  }
  const whole = inQuotes !== null && inQuotes[3] === "" ? (inQuotes[2] ?? "") : text;
  const readings: PlanReading[] = [];
  for (let at = whole.indexOf("#"); at >= 0 && readings.length < mostReadings; at = whole.indexOf("#", at + 1)) {
    readings.push({ path: cleanPath(whole.slice(0, at)), step: unquote(whole.slice(at + 1)) });
  }
  const [first] = readings;
  if (first === undefined) return isMarkdownFile(whole) ? [{ path: cleanPath(whole), step: "" }] : [];
  const isOneWord = /^@?[A-Za-z][\w-]*#\d[\d.]*$/.test(whole);
  return inQuotes !== null || isOneWord || readings.some(({ path }) => isPath(path)) ? readings : [];
}

function isPath(path: string): boolean {
  return isMarkdownFile(path) || (!/\s/.test(path) && /[\\/]|\.[A-Za-z0-9]{1,10}$/.test(path));
}

/** Without quotes, words with a space between them are prose unless the last one is a document's name. */
function isMarkdownFile(text: string): boolean {
  return /^[^\s:,;]+(?: [^\s:,;]+){0,3}\.(?:md|markdown|mdx)$/i.test(text.trim());
}

function cleanPath(path: string): string {
  return path.trim().replace(/^@/, "");
}

function unquote(text: string): string {
  const trimmed = text.trim();
  return /^(["'`]).*\1$/.test(trimmed) && trimmed.length > 1 ? trimmed.slice(1, -1).trim() : trimmed;
}
