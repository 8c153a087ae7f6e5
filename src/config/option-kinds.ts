import * as z from "zod";
import type { Preset } from "./config.ts";
import type { Expectation } from "./problem.ts";
import { refusalOf } from "./program-name.ts";

/** The longest time-box: 24 hours. */
const longestMs = 86_400_000;
/** The highest temperature that any provider takes. */
const hottest = 2;

export const tiers = ["fast", "medium", "heavy"] as const satisfies readonly (keyof Preset)[];

/** What users read about an option, in its reference and where its value is wrong. */
export interface OptionFacts {
  readonly holds: Expectation;
  /** Only what is part of an option has none. */
  readonly meaning?: string;
  /** What happens without it, where that is no value of its own. */
  readonly unset?: string;
}

export const optionFacts = z.registry<OptionFacts>();

export function section<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape).register(optionFacts, { holds: { kind: "section" } });
}

export function oneOf<const Value extends string>(values: readonly Value[], meaning: string, unset?: string) {
  const facts: OptionFacts = { holds: { kind: "oneOf", values }, meaning, ...(unset === undefined ? {} : { unset }) };
  return z.enum(values).register(optionFacts, facts).exactOptional();
}

export function flag(meaning: string) {
  return z
    .boolean()
    .register(optionFacts, { holds: { kind: "boolean" }, meaning })
    .exactOptional();
}

export function milliseconds(meaning: string) {
  const facts: OptionFacts = { holds: { kind: "milliseconds", most: longestMs }, meaning };
  return z.int().min(1).max(longestMs).register(optionFacts, facts).exactOptional();
}

export function temperature(meaning: string) {
  const facts: OptionFacts = { holds: { kind: "temperature", most: hottest }, meaning };
  return z.number().min(0).max(hottest).nullable().register(optionFacts, facts).exactOptional();
}

export function ladder(meaning: string) {
  const rung = z.enum(tiers).register(optionFacts, { holds: { kind: "oneOf", values: tiers } });
  return z
    .array(rung)
    .min(1)
    .refine((rungs) => rungs.every((tier, index) => index === 0 || isAbove(tier, rungs[index - 1])))
    .register(optionFacts, { holds: { kind: "ladder" }, meaning })
    .exactOptional();
}

function isAbove(tier: keyof Preset, other: keyof Preset | undefined): boolean {
  return other === undefined || tiers.indexOf(tier) > tiers.indexOf(other);
}

export function attempts(most: number, meaning: string) {
  return z
    .int()
    .min(1)
    .max(most)
    .register(optionFacts, { holds: { kind: "attempts", most }, meaning })
    .exactOptional();
}

export function cycles(most: number, meaning: string) {
  return z
    .int()
    .min(0)
    .max(most)
    .register(optionFacts, { holds: { kind: "cycles", most }, meaning })
    .exactOptional();
}

export function multiple(meaning: string) {
  return z
    .number()
    .min(1)
    .register(optionFacts, { holds: { kind: "multiple" }, meaning })
    .exactOptional();
}

export function command(meaning: string, unset: string) {
  return z
    .string()
    .regex(/\S/)
    .register(optionFacts, { holds: { kind: "command" }, meaning, unset })
    .exactOptional();
}

export function globs(meaning: string) {
  const glob = z
    .string()
    .regex(/\S/)
    .register(optionFacts, { holds: { kind: "glob" } });
  return z
    .array(glob)
    .register(optionFacts, { holds: { kind: "globs" }, meaning })
    .exactOptional();
}

export function programs(meaning: string) {
  const program = z
    .string()
    .refine((name) => refusalOf(name) === undefined)
    .register(optionFacts, { holds: { kind: "program" } });
  return z
    .array(program)
    .register(optionFacts, { holds: { kind: "programs" }, meaning })
    .exactOptional();
}

/** The longest criterion, in UTF-16 code units. */
const longestCriterion = 2000;

export function criterion() {
  return z
    .string()
    .max(longestCriterion)
    .regex(/[^\p{White_Space}\p{Cf}\p{Cc}]/u)
    .register(optionFacts, { holds: { kind: "criterion", most: longestCriterion } });
}

export function pathBelow() {
  return z
    .string()
    .refine(staysBelow)
    .register(optionFacts, { holds: { kind: "pathBelow" } });
}

export function pathsBelow() {
  return z.array(pathBelow()).register(optionFacts, { holds: { kind: "pathsBelow" } });
}

/** Whether a path can't lead out of the directory that it begins in, on any platform. */
function staysBelow(path: string): boolean {
  if (path.trim() === "" || /^\/|^[a-z]:|[\\\p{Cc}]/iu.test(path)) return false;
  return !path.split("/").includes("..");
}
