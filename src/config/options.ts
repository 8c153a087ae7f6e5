import * as z from "zod";
import { type OptionFacts, optionFacts } from "./option-kinds.ts";
import { layerSchema } from "./schema.ts";

export type Path = readonly PropertyKey[];

export interface Option {
  /** As in `verify.checkTimeoutMs`, or the name alone where it stands in no section. */
  readonly name: string;
  readonly facts: OptionFacts;
}

/** Every option there is, in the order of the schema. */
export const options: readonly Option[] = optionsAt([]);

function optionsAt(path: Path): Option[] {
  const inSection = keysAt(path).flatMap((key) => optionsAt([...path, key]));
  return inSection.length === 0 ? [{ name: path.join("."), facts: factsAt(path) }] : inSection;
}

/** The keys that an object at this place may have. */
export function keysAt(path: Path): string[] {
  const schema = schemaAt(path);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

export function factsAt(path: Path): OptionFacts {
  const facts = optionFacts.get(schemaAt(path));
  if (facts === undefined) throw new Error(`the option ${path.join(".")} has no description`);
  return facts;
}

function schemaAt(path: Path): z.core.$ZodType {
  return path.reduce<z.core.$ZodType>((schema, key) => {
    const child = childOf(schema, key);
    if (child === undefined) throw new Error(`there is no option ${path.join(".")}`);
    return child instanceof z.ZodExactOptional ? child.unwrap() : child;
  }, layerSchema);
}

function childOf(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodObject ? schema.shape[String(key)] : undefined;
}
