import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ReplyFault, readReply } from "../../src/grader/reply.ts";

const good = '{"pass":true,"reasons":["a.ts:1 does it"]}';

describe("a reply is one line with one JSON object (R002-46)", () => {
  test.each<[string, string]>([
    ["alone", good],
    ["between spaces and empty lines", `\n\r\n  ${good} \t\r\n\n`],
    ["with spaces inside", '{ "pass" : true , "reasons" : [ "a.ts:1 does it" ] }'],
    ["with the keys the other way round", '{"reasons":["a.ts:1 does it"],"pass":true}'],
    ["in a code block", `\`\`\`\n${good}\n\`\`\``],
    ["in a code block with a language", `\`\`\`json\n${good}\n\`\`\`\n`],
    ["in a code block with CRLF", `\`\`\`JSON \r\n\r\n${good}\r\n\`\`\`\r\n`],
    ["with an escaped letter in a key", good.replace("pass", "p\\u0061ss")],
  ])("%s", (_, text) => {
    expect(readReply(text)).toEqual({ ok: true, pass: true, reasons: ["a.ts:1 does it"] });
  });

  test.each<[string, string, boolean, string[]]>([
    ["a fail", '{"pass":false,"reasons":["no","no"]}', false, ["no", "no"]],
    ["no reasons", '{"pass":false,"reasons":[]}', false, []],
    [
      "escapes in a reason",
      '{"pass":true,"reasons":["say \\"x\\" \\\\ \\n {\\"pass\\":false} }]"]}',
      true,
      ['say "x" \\ \n {"pass":false} }]'],
    ],
    ["a separator that only some take for a line break", '{"pass":true,"reasons":["a\u2028b"]}', true, ["a\u2028b"]],
  ])("holding %s", (_, text, pass, reasons) => {
    expect(readReply(text)).toEqual({ ok: true, pass, reasons });
  });
});

describe("anything else can't be read, and so never passes (R002-41, attack 14)", () => {
  test.each<[string, string, ReplyFault]>([
    ["nothing", "", "empty"],
    ["blanks", " \r\n\t ", "empty"],
    ["an empty code block", "```json\n\n```", "notAnObject"],
    ["prose", "All criteria are met.", "notAnObject"],
    ["prose before", `Verdict: ${good}`, "notAnObject"],
    ["prose after", `${good} as shown above`, "textAfter"],
    ["prose on another line", `Here it is:\n${good}`, "severalLines"],
    ["prose around a code block", `Here:\n\`\`\`json\n${good}\n\`\`\``, "severalLines"],
    ["prose within a code block", `\`\`\`\nHere: ${good}\n\`\`\``, "notAnObject"],
    ["an open code block", `\`\`\`json\n${good}`, "severalLines"],
    ["a code block in another language", `\`\`\`js\n${good}\n\`\`\``, "severalLines"],
    ["a code block on one line", `\`\`\`${good}\`\`\``, "notAnObject"],
    ["two code blocks", `\`\`\`\n${good}\n\`\`\`\n\`\`\`\n${good}\n\`\`\``, "severalLines"],
    ["two objects", `${good}${good}`, "textAfter"],
    ["two objects on two lines", `${good}\n${good}`, "severalLines"],
    ["two objects that differ", `{"pass":false,"reasons":[]} ${good}`, "textAfter"],
    ["an object on several lines", '{\n"pass":true,\n"reasons":[]\n}', "severalLines"],
    ["a byte order mark", `\ufeff${good}`, "notAnObject"],
    ["a zero-width space behind", `${good}\u200b`, "textAfter"],
    ["no-break spaces inside", '{\u00a0"pass":true,"reasons":[]}', "badJson"],
    ["a text for pass", '{"pass":"true","reasons":[]}', "wrongType"],
    ["a number for pass", '{"pass":1,"reasons":[]}', "wrongType"],
    ["null for pass", '{"pass":null,"reasons":[]}', "wrongType"],
    ["a longer word for pass", '{"pass":trueish,"reasons":[]}', "badJson"],
    ["a text for reasons", '{"pass":true,"reasons":"ok"}', "wrongType"],
    ["a reason that is no text", '{"pass":true,"reasons":["ok",1]}', "wrongType"],
    ["a list within reasons", '{"pass":true,"reasons":[["ok"]]}', "wrongType"],
    ["no pass", '{"reasons":["ok"]}', "missingKey"],
    ["no reasons", '{"pass":true}', "missingKey"],
    ["no key", "{}", "missingKey"],
    ["another key", '{"pass":true,"reasons":["ok"],"confidence":1}', "unknownKey"],
    ["a prototype", '{"__proto__":{"pass":true},"pass":true,"reasons":[]}', "unknownKey"],
    ["an escaped prototype", '{"\\u005f_proto__":null,"pass":true,"reasons":[]}', "unknownKey"],
    ["another case", '{"Pass":true,"reasons":[]}', "unknownKey"],
    ["pass twice", '{"pass":false,"pass":true,"reasons":[]}', "duplicateKey"],
    ["pass twice, once in disguise", '{"pass":false,"p\\u0061ss":true,"reasons":[]}', "duplicateKey"],
    ["reasons twice", '{"pass":true,"reasons":[],"reasons":[]}', "duplicateKey"],
    ["a list", `[${good}]`, "notAnObject"],
    ["a text", JSON.stringify(good), "notAnObject"],
    ["true", "true", "notAnObject"],
    ["single quotes", "{'pass':true,'reasons':[]}", "badJson"],
    ["a comment", '{"pass":true/**/,"reasons":[]}', "badJson"],
    ["a comma too many", '{"pass":true,"reasons":[],}', "badJson"],
    ["a raw tab in a reason", '{"pass":true,"reasons":["a\tb"]}', "wrongType"],
    ["an escape that there is not", '{"pass":true,"reasons":["\\x41"]}', "wrongType"],
    ["an end in the middle of a reason", good.slice(0, 30), "wrongType"],
    ["an end before the brace", good.slice(0, -1), "badJson"],
    ["an end in an escape", '{"pass":true,"reasons":["\\', "wrongType"],
    ["the prompt's own form", '{"pass":boolean,"reasons":[string, ...]}', "wrongType"],
    ["deep nesting", `{"pass":${"[".repeat(30_000)}`, "wrongType"],
    ["deep nesting at the start", "{".repeat(60_000), "badJson"],
    ["a megabyte", `{"pass":true,"reasons":["${"a".repeat(1_000_000)}"]}`, "tooLong"],
  ])("%s", (_, text, why) => {
    expect(readReply(text)).toEqual({ ok: false, why });
  });

  test("64 Ki characters can be read and one more can't", () => {
    const filled = (length: number) => `{"pass":true,"reasons":["${"a".repeat(length - 28)}"]}`;
    expect(readReply(filled(65_536))).toMatchObject({ ok: true });
    expect(readReply(filled(65_537))).toEqual({ ok: false, why: "tooLong" });
  });
});

describe("for any text", () => {
  const nearly = fc
    .array(fc.constantFrom(...'{}[]:,"\\ \n`', "true", "false", '"pass"', '"reasons"', "```json", "\u2028", "x"), {
      maxLength: 40,
    })
    .map((tokens) => tokens.join(""));
  const damaged = fc
    .tuple(fc.nat(good.length), fc.nat(3), fc.oneof(nearly, fc.string({ maxLength: 2 })))
    .map(([at, gone, put]) => good.slice(0, at) + put + good.slice(at + gone));

  test("readReply never throws, and accepts only what JSON itself reads as those two keys", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), nearly, damaged), (text) => {
        const reading = readReply(text);
        if (!reading.ok) return;
        const object: unknown = JSON.parse(text.trim().replace(/^```(?:json)?|```$/gi, ""));
        expect(object).toEqual({ pass: reading.pass, reasons: reading.reasons });
      }),
      { numRuns: 5_000 },
    );
  });

  test("what JSON writes on one line is read as it was meant", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.string({ unit: "binary" })), (pass, reasons) => {
        expect(readReply(JSON.stringify({ pass, reasons }))).toEqual({ ok: true, pass, reasons });
      }),
    );
  });

  test.each([" ", "{", '{"pass":', '\\"', "`", "```\n", '{"', "[", "\r", '{"pass":true,"reasons":["","'])(
    "a long run of %j takes no time",
    (unit) => {
      const started = performance.now();
      readReply(unit.repeat(65_536 / unit.length));
      readReply(`{"pass":true,"reasons":["${unit.repeat(60_000 / unit.length)}`);
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
});
