import { describe, expect, test } from "vitest";
import { scrub } from "../../src/scrub/scrub.ts";
import { fakeKeyLines, pemMarker } from "./fake.ts";

const lines = fakeKeyLines();
const hidden = "[redacted: private key]";

const kinds = ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY"];

describe("a private key", () => {
  test.each([...kinds, "PGP PRIVATE KEY BLOCK"])("is hidden whole: %s", (kind) => {
    const key = [pemMarker("BEGIN", kind), ...lines, pemMarker("END", kind)].join("\n");
    expect(scrub(`before\n${key}\nafter`)).toBe(`before\n${hidden}\nafter`);
  });

  test("is hidden in one line of JSON", () => {
    const key = [pemMarker("BEGIN"), ...lines, pemMarker("END"), ""].join("\\n");
    expect(scrub(`{"private_key":"${key}","client_id":"7"}`)).toBe(`{"private_key":"${hidden}\\n","client_id":"7"}`);
  });

  test("is hidden with a diff's, a quotation's or a listing's marks before its lines", () => {
    for (const mark of ["+", "> ", "    ", "12: "]) {
      const key = [pemMarker("BEGIN"), ...lines, pemMarker("END")].map((line) => mark + line).join("\n");
      expect(scrub(key)).toBe(mark + hidden);
    }
  });

  test("is hidden with the headers of an encrypted one", () => {
    const key = [
      pemMarker("BEGIN"),
      "Proc-Type: 4,ENCRYPTED",
      "DEK-Info: AES-256-CBC,0F",
      "",
      ...lines,
      pemMarker("END"),
    ];
    expect(scrub(key.join("\n"))).toBe(hidden);
  });

  test("is hidden when its end was cut off", () => {
    for (const shown of [lines.slice(0, 3), [...lines.slice(0, 3), "MIIEv"], [lines[0]?.slice(0, 30) ?? ""]]) {
      expect(scrub(`before\n${[pemMarker("BEGIN"), ...shown].join("\n")}`)).toBe(`before\n${hidden}`);
    }
  });

  test("is hidden when its beginning was cut off", () => {
    for (const shown of [lines.slice(3), ["v8Q", ...lines.slice(3)], lines.slice(-1)]) {
      expect(scrub(`${[...shown, pemMarker("END")].join("\n")}\nafter`)).toBe(`${hidden}\nafter`);
    }
  });

  test("ends where the lines that follow are no part of it", () => {
    const cut = [pemMarker("BEGIN"), ...lines.slice(0, 2), "", "Error: the build failed", "done"].join("\n");
    expect(scrub(cut)).toBe(`${hidden}\n\nError: the build failed\ndone`);
  });

  test("is no public one", () => {
    const key = [pemMarker("BEGIN", "PUBLIC KEY"), ...lines, pemMarker("END", "PUBLIC KEY")].join("\n");
    expect(scrub(key)).toBe(key);
  });

  test("is not what code that handles keys has", () => {
    const code = [
      `const begin = "${pemMarker("BEGIN")}";`,
      `const end = "${pemMarker("END")}";`,
      "  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end));",
      `expect(pem).toContain("${pemMarker("BEGIN")}");`,
    ].join("\n");
    expect(scrub(code)).toBe(code);
  });
});
