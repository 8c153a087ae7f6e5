import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Finding } from "./check-layer.ts";
import type { Path } from "./options.ts";
import type { Fault } from "./problem.ts";

/** More brackets than any configuration needs. The parser recurses on each, and must not run out of stack. */
const mostBrackets = 1000;

export interface ParsedText {
  /** Everything that could be read, in spite of what is wrong; undefined where the text holds nothing. */
  readonly value: unknown;
  readonly faults: readonly LocatedFinding[];
  /** The offset of what a finding about the value is about, or of the value at a path. */
  locate(finding: Pick<Finding, "path"> & { readonly fault?: Fault }): number;
}

export interface LocatedFinding extends Finding {
  readonly offset: number;
}

/** Reads JSON with comments and trailing commas, and reports all that is wrong with it. */
export function parseText(text: string): ParsedText {
  if ((text.match(/[[{]/g)?.length ?? 0) > mostBrackets) {
    const fault: Fault = { code: "tooNested", limit: mostBrackets };
    return { value: undefined, faults: [{ fault, path: [], offset: 0 }], locate: () => 0 };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const survey = new Survey(root);
  return {
    value: root && toValue(root),
    faults: [...errors.flatMap(syntaxFault), ...survey.duplicates],
    locate: (finding) => survey.locate(finding),
  };
}

function syntaxFault({ error, offset }: ParseError, index: number, all: readonly ParseError[]): LocatedFinding[] {
  const before = all[index - 1];
  if (before?.error === error && before.offset === offset) return [];
  return [{ fault: { code: "syntax", error: printParseErrorCode(error) }, path: [], offset }];
}

/** The value of a node, where of two equal keys the first counts, and `__proto__` is a key like any other. */
function toValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(toValue);
  if (node.type !== "object") return node.value;
  const entries = propertiesOf(node).flatMap(({ name, value }) => (value ? [[name, toValue(value)] as const] : []));
  return Object.fromEntries(entries.reverse());
}

/** Notes where everything stands, and what stands there twice. */
class Survey {
  readonly duplicates: LocatedFinding[] = [];
  private readonly offsets = new Map<string, number>();

  constructor(root: Node | undefined) {
    if (root) this.visit(root, []);
  }

  locate({ path, fault }: Pick<Finding, "path"> & { readonly fault?: Fault }): number {
    const key =
      fault !== undefined && "key" in fault ? this.offsets.get(JSON.stringify({ path, key: fault.key })) : undefined;
    return key ?? this.offsets.get(JSON.stringify({ path })) ?? 0;
  }

  private visit(node: Node, path: Path): void {
    this.offsets.set(JSON.stringify({ path }), node.offset);
    if (node.type === "array") {
      for (const [index, item] of (node.children ?? []).entries()) this.visit(item, [...path, index]);
    }
    for (const { name, key, value } of propertiesOf(node)) {
      const place = JSON.stringify({ path, key: name });
      if (this.offsets.has(place)) {
        this.duplicates.push({ fault: { code: "duplicateKey", key: name }, path, offset: key.offset });
      } else {
        this.offsets.set(place, key.offset);
        if (value) this.visit(value, [...path, name]);
      }
    }
  }
}

interface Property {
  readonly name: string;
  readonly key: Node;
  /** Undefined where the text breaks off before it. */
  readonly value: Node | undefined;
}

function propertiesOf(node: Node): Property[] {
  if (node.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key ? [{ name: String(key.value), key, value }] : [],
  );
}
