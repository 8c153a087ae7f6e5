import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loadScrub, scrub } from "../../src/scrub/scrub.ts";
import { fake } from "./fake.ts";
import { honest } from "./honest.ts";
import { pairs, tokens } from "./secrets.ts";

describe("text without a secret", () => {
  test.each(honest)("stays as it is: %s", (line) => {
    expect(scrub(line)).toBe(line);
  });

  test("stays as it is when all of it comes at once", () => {
    expect(scrub(honest.join("\n"))).toBe(honest.join("\n"));
    expect(scrub(honest.map((line) => `  ${line}`).join("\r\n"))).toBe(honest.map((line) => `  ${line}`).join("\r\n"));
  });

  test("stays as it is inside a JSON string", () => {
    const json = honest
      .filter((line) => !line.includes('"') && !line.includes("\\"))
      .map((line) => JSON.stringify(line));
    expect(scrub(`[${json.join(",")}]`)).toBe(`[${json.join(",")}]`);
  });

  test("stays as it is if it is words, whatever they are", () => {
    const words = fc.constantFrom(
      ...[
        "the",
        "password",
        "token",
        "is",
        "secret",
        "key",
        "not",
        "valid",
        "auth",
        "cookie",
        "api",
        "was",
        "rejected",
      ],
      ...["for", "login", "failed", "bearer", "basic", "authorization", "missing", "private", "access", "refresh"],
    );
    const text = fc.array(words, { minLength: 1, maxLength: 20 }).map((drawn) => `${drawn.join(" ")}.`);
    fc.assert(
      fc.property(text, (sentence) => {
        expect(scrub(sentence)).toBe(sentence);
      }),
    );
  });

  test("keeps hashes and ids, whatever they are", () => {
    const hex = fc.stringMatching(/^[0-9a-f]{40}$/);
    const base64 = fc.stringMatching(/^[A-Za-z0-9+/]{86}$/);
    fc.assert(
      fc.property(hex, base64, fc.uuid(), (sha, digest, uuid) => {
        const text = `commit ${sha}\n  "integrity": "sha512-${digest}==",\nid ${uuid} at ses_${sha.slice(0, 26)}`;
        expect(scrub(text)).toBe(text);
      }),
    );
  });
});

describe("scrubbing", () => {
  const fragments = fc.constantFrom(
    ...honest,
    ...pairs.map(({ text }) => text),
    ...tokens.map(([, secret]) => secret),
    ...[
      "password",
      "token",
      "authorization",
      "Bearer ",
      "cookie",
      "=",
      ": ",
      "\n",
      '"',
      "'",
      "`",
      "\\",
      '\\"',
      "%3D",
      "://",
    ],
    ...[
      "@",
      "[redacted]",
      "[redacted: github token]",
      "[",
      "]",
      "{",
      "}",
      "${",
      "<",
      ">",
      "*",
      ",",
      ";",
      "&",
      "--",
      "\t",
    ],
  );
  const texts = fc.array(fragments, { maxLength: 12 }).map((drawn) => drawn.join(""));

  test("changes nothing when it is done again", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = scrub(text);
        expect(scrub(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  test("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(typeof scrub(text)).toBe("string");
      }),
    );
    expect(scrub("")).toBe("");
  });

  test("hides every secret of a long output", () => {
    const output = [...honest, ...pairs.map(({ text }) => text), ...tokens.map(([, secret]) => secret)].join("\n");
    const scrubbed = scrub(output);
    for (const { secret } of pairs) if (secret.length > 12) expect(scrubbed).not.toContain(secret);
    for (const [, secret] of tokens) expect(scrubbed).not.toContain(secret);
  });

  test("hides a token wherever in a text it is", () => {
    const line = fc.constantFrom(...honest, "", "(", "password=", '"token": "', "\n", "x = ");
    const tokenSamples = fc.constantFrom(...tokens.map(([, secret]) => secret));
    const around = fc.constantFrom(
      " ",
      "\n",
      '"',
      "'",
      "=",
      ": ",
      "(",
      "[",
      "{",
      "<",
      "/",
      "?q=",
      "&q=",
      "%3D",
      "\\n",
      "",
    );
    fc.assert(
      fc.property(
        line,
        around,
        tokenSamples,
        fc.constantFrom(" ", "\n", '"', "'", ")", "]", "&", ",", ""),
        line,
        (...parts) => {
          const [before, open, secret, close, after] = parts;
          fc.pre(open !== "" || before === "" || /[^A-Za-z0-9]$/.test(before));
          fc.pre(close !== "" || after === "");
          expect(scrub(before + open + secret + close + after)).not.toContain(secret);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("names the kind of a token that a pair holds", () => {
    expect(scrub(`GITHUB_TOKEN=${"ghp"}_${fake("alnum", 36)}`)).toBe("GITHUB_TOKEN=[redacted: github token]");
  });

  test("is what loading gives", async () => {
    expect(await loadScrub()).toBe(scrub);
  });
});
