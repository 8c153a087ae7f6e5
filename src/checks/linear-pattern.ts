import { RE2JS } from "re2js";

/** A compiled pattern, as the validator uses it. */
export interface LinearPattern {
  test(text: string): boolean;
  /** Unlike for unlike patterns. */
  toString(): string;
}

/**
 * Compiles a JSON Schema pattern for an engine that takes linear time. Throws where the pattern is malformed, or uses a
 * lookahead, a lookbehind or a backreference, which no such engine can have. `\s` stands for ASCII white space only.
 */
export function compilePattern(pattern: string, spend: (work: number) => void): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  const size = compiled.programSize();
  return {
    test(text) {
      spend(text.length * size);
      return compiled.test(text);
    },
    toString: () => pattern,
  };
}
