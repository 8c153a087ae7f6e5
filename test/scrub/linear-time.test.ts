import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scrub } from "../../src/scrub/scrub.ts";
import { pemMarker } from "./fake.ts";

const megabyte = 1_000_000;

/** What nearly is a secret, over and over. */
const units: readonly string[] = [
  ...["password=", 'password="', "password: ", "token=", "token: ", "token=[", "token=a/", "token=,a", "token=&a"],
  ...["sk-", "eyJ", "_eyJ-", "ghp_", "AKIA", "SG.", "Q~", "-us", ":AA", "MTIz", "xoxb-", "sl."],
  ...["-----BEGIN ", pemMarker("BEGIN"), pemMarker("END"), `${pemMarker("BEGIN")}\nabcdefghijklmnopqrstuvwxyz\n`],
  ...[
    "QUJDREVG",
    "a.a.a.",
    "://:@",
    "://a:b",
    "%3A%2F%2Fa%3A",
    "a:b@tcp(",
    " ",
    "\n",
    " \n\t",
    "=",
    "a=",
    "]=",
    "-",
    "\\",
  ],
  ...[
    "--token ",
    "curl -u a:b ",
    "Basic abcdefgh",
    "login a ",
    "cookie: a=",
    "authorization: digest a ",
    "name: x value: ",
  ],
  ...[
    "a: b = ",
    "<password>",
    "[redacted: github token]",
    "password=[redacted: x",
    "token=${a",
    "token={{{{",
    "token='\"`",
  ],
];

describe("a scan of 1 MB", () => {
  test.each(units)("takes seconds at most for near-misses: %j", (unit) => {
    expect(timeOf(unit.repeat(Math.ceil(megabyte / unit.length)))).toBeLessThan(8000);
  });

  test("takes seconds at most for a value that no name ends", () => {
    for (const head of [
      "password=",
      'token="',
      "secret: ",
      "Authorization: Bearer ",
      "cookie: a=",
      "https://a:",
      "ghp_",
    ]) {
      for (const body of ["/", "A", "a1", "aB_", ".a", "a-", "//", "\\", "(", "{", "x@", ",a", "%2"]) {
        expect(timeOf(head + body.repeat(megabyte / 10 / body.length))).toBeLessThan(1500);
      }
    }
  });
});

test("the time grows with the length alone, whatever the text is made of", () => {
  const pieces = fc.constantFrom(
    ...[
      "password",
      "token",
      "secret",
      "api_key",
      "cookie",
      "authorization",
      "Bearer ",
      "passphrase",
      "--token ",
      "=",
      ":",
      " ",
    ],
    ...[
      "\n",
      '"',
      "'",
      "`",
      "\\",
      '\\"',
      "%3D",
      "%22",
      "&quot;",
      "://",
      "@",
      "/",
      "a",
      "A",
      "1",
      "a1B2c3",
      "sk-",
      "eyJ",
    ],
    ...["[", "]", "{", "}", "(", ")", "<", ">", "${", "*", ",", ";", "&", "#", "?", ".", "-", "_", "hunter2", "value"],
  );
  const unit = fc.array(pieces, { minLength: 1, maxLength: 4 }).map((drawn) => drawn.join(""));
  fc.assert(
    fc.property(unit, unit, (head, repeated) => {
      expect(timeOf(head + repeated.repeat(Math.ceil(50_000 / repeated.length)))).toBeLessThan(1500);
    }),
    { numRuns: 150 },
  );
}, 120_000);

/** In milliseconds of the processor, which a busy machine doesn't stretch much. */
function timeOf(text: string): number {
  const start = process.cpuUsage();
  scrub(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
