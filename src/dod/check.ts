import type { CheckKind, WrittenCheck } from "./dod.ts";
import { excerpt } from "./excerpt.ts";
import { type CheckKey, isCheckKind, keysOf, kindNames, requiredKeysOf, valueTypes } from "./kinds.ts";
import { placeIn } from "./line.ts";
import { type Piece, readPairs } from "./pairs.ts";
import type { BlockProblem, ProblemFacts } from "./problem.ts";
import type { CheckLine } from "./reading.ts";
import { suggest } from "./suggest.ts";
import { findValueFault } from "./value-fault.ts";
import { findOdd, skipSpaces, skipToSpace } from "./whitespace.ts";

/** Compiles one `check:` line. Where it has a problem, that is reported and there is no check. */
export function readCheck(check: CheckLine, report: (problem: BlockProblem) => void): WrittenCheck | undefined {
  const { line, start, textAt } = check;
  const kindAt = skipSpaces(line.text, textAt);
  const kindEnd = skipToSpace(line.text, kindAt);
  const word = line.text.slice(kindAt, kindEnd);
  const faults: Fault[] = [];
  if (isCheckKind(word)) {
    const values = readValues(word, readPairs(line.text, kindEnd), kindAt, faults);
    // The keys and the types of their values are what the table of kinds says, and that is what the types of checks say.
    if (faults.length === 0) return { kind: word, at: placeIn(line, start), ...values } as WrittenCheck;
  } else {
    faults.push(word === "" ? { index: start, code: "missingKind", allowed: kindNames } : findKindFault(word, kindAt));
  }
  for (const { index, ...facts } of faults) report({ at: placeIn(line, index), ...facts });
  return undefined;
}

/** A problem at an index of the line. */
type Fault = ProblemFacts & { readonly index: number };

function findKindFault(word: string, index: number): Fault {
  const odd = findOdd(word);
  if (odd !== undefined) return { index: index + odd.index, code: "oddCharacter", character: odd.character };
  const suggestion = suggest(word, kindNames);
  return { index, code: "unknownKind", word: excerpt(word), ...(suggestion && { suggestion }), allowed: kindNames };
}

type Values = { [Key in CheckKey]?: string | true };

/** Reads the pairs of a check; of two with the same key the later one counts. */
function readValues(kind: CheckKind, pieces: Iterable<Piece>, kindAt: number, faults: Fault[]): Values {
  const allowed = keysOf(kind);
  const values: Values = {};
  const named = new Set<CheckKey>();
  for (const piece of pieces) {
    if (piece.type !== "pair") {
      faults.push(faultOf(piece));
      continue;
    }
    const key = allowed.find((name) => name === piece.key);
    if (key === undefined) {
      const suggestion = suggest(piece.key, allowed);
      // Whoever misspelt a key doesn't need to hear that it is missing.
      if (suggestion !== undefined) named.add(suggestion);
      const unknown = { code: "unknownKey", kind, key: excerpt(piece.key), allowed } as const;
      faults.push({ index: piece.index, ...unknown, ...(suggestion && { suggestion }) });
      continue;
    }
    named.add(key);
    if (piece.value === undefined) continue;
    const { text, index } = piece.value;
    const fault = findValueFault(key, text);
    if (fault !== undefined) faults.push({ index, ...fault });
    else if (valueTypes[key] !== "flag") values[key] = text;
    else if (text === "true") values[key] = true;
    else delete values[key];
  }
  for (const key of requiredKeysOf(kind)) {
    if (!named.has(key)) faults.push({ index: kindAt, code: "missingKey", kind, key });
  }
  return values;
}

function faultOf(piece: Exclude<Piece, { type: "pair" }>): Fault {
  const { index } = piece;
  switch (piece.type) {
    case "leftOver":
      return { index, code: "leftOverText", text: excerpt(piece.text) };
    case "odd":
      return { index, code: "oddCharacter", character: piece.character };
    case "unterminated":
      return piece.missing === "}"
        ? { index, code: "unterminatedBrace" }
        : { index, code: "unterminatedQuote", quote: piece.missing };
  }
}
