import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { compileGlob } from "../../src/integrity/glob.ts";

const paths = [
  "a",
  "a.js",
  ".a",
  "a/b",
  "a/b.js",
  "a/.b",
  "a/b/c.js",
  "a/b/c/d.test.ts",
  "b/a.js",
  "a/[b].js",
  "src/a.test.ts",
  "src/.x/a.spec.tsx",
  "größe/a.js",
  "a b/c.js",
  "test",
  "test/a",
];

describe("globs mean what picomatch makes of them", () => {
  test.each([
    "*",
    "**",
    "a",
    "a/*",
    "a/**",
    "**/*.js",
    "**/a.js",
    "a/**/d.*",
    "a/**/*.js",
    "*.js",
    "?.js",
    "[ab].js",
    "[^a].js",
    "[a-c]/*",
    "{a,b}.js",
    "{a,b}/**",
    "src/**/*.{test,spec}.{ts,tsx}",
    "**/?(*.)+(spec|test).[jt]s?(x)",
    "**/@(a|b).js",
    "**/*.*",
    "test/**",
    "größe/*",
    "a b/*",
    "./a/*",
    "a/b.js",
    "**/.*",
    "*/.b",
    "{a,{b,c}}/*",
    "a/**/b",
    "*a*",
    "**/**/a.js",
  ])("%s", (glob) => {
    const expected = picomatch(glob, { dot: true });
    const matches = compileGlob(glob);
    expect(paths.filter((path) => matches?.(path))).toEqual(paths.filter((path) => expected(path)));
  });

  test("whatever they are made of", () => {
    const piece = fc.constantFrom("a", "b", "*", "**", "?", ".", "/", ".js", "[ab]", "{a,b}", "test");
    const glob = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
    // For more than two stars, two in the middle of a name, and two below another wildcard, picomatch has rules of its own.
    const plain = glob.filter(
      (text) => !/\*{3}|[^/]\*\*|\*\*[^/]|^\/|\/\/|\/$|(^|\/)\.{1,2}(\/|$)|\.\.|[*?}\]]\/\*\*/.test(text),
    );
    fc.assert(
      fc.property(plain, fc.constantFrom(...paths), (text, path) => {
        expect([text, path, compileGlob(text)?.(path)]).toEqual([text, path, picomatch(text, { dot: true })(path)]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("globs from people one wouldn't trust", () => {
  test.each(["", "  ", "!a", "!(a)", "a".repeat(1025), "{a,b}".repeat(10), "{{a,b},{c,d}}".repeat(6)])(
    "are refused where they are too intricate: %s",
    (glob) => {
      expect(compileGlob(glob)).toBeUndefined();
    },
  );

  test("separate folders in either way, and end in a folder's slash", () => {
    expect(compileGlob("test\\unit\\*.js")?.("test/unit/a.js")).toBe(true);
    expect(compileGlob("test/")?.("test/unit/a.js")).toBe(true);
    expect(compileGlob(" test/** ")?.("test/a")).toBe(true);
  });

  test.each(["app/(auth)/page.test.ts", "a{b,c}d", "a(b|c)", "x[1].js", "wow!.js", "a+b@c.js", "[slug]/page.js"])(
    "with every special character in brackets a path fits itself alone: %s",
    (path) => {
      const matches = compileGlob(path.replaceAll(/[*?[\]{}()!+@|]/g, "[$&]"));
      expect(matches?.(path)).toBe(true);
      expect(
        ["ab", "ac", "abd", "x1.js", "app/auth/page.test.ts", "s/page.js"].filter((other) => matches?.(other)),
      ).toEqual([]);
    },
  );

  test("take parentheses without a choice as they are", () => {
    expect(compileGlob("app/(auth)/**")?.("app/(auth)/page.ts")).toBe(true);
  });

  test("leave what doesn't close as it is", () => {
    expect(compileGlob("a{b")?.("a{b")).toBe(true);
    expect(compileGlob("a[b")?.("a[b")).toBe(true);
    expect(compileGlob("{a}")?.("{a}")).toBe(true);
    expect(compileGlob("a(b")?.("a(b")).toBe(true);
  });

  test.each(["*a".repeat(500), `${"**/".repeat(300)}x`, `${"a*".repeat(300)}b`, "?*".repeat(500)])(
    "take no exponential time: %s",
    (glob) => {
      const matches = compileGlob(glob);
      const path = "a/".repeat(2000) + "a".repeat(2000);
      const start = performance.now();
      matches?.(path);
      expect(performance.now() - start).toBeLessThan(10_000);
    },
  );

  test("never throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ maxLength: 60 }), (glob, path) => {
        expect(typeof (compileGlob(glob)?.(path) ?? false)).toBe("boolean");
      }),
    );
  });
});
