import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scrub } from "../../src/scrub/scrub.ts";
import { fake } from "./fake.ts";
import { pairs } from "./secrets.ts";

describe("the value of a pair whose name speaks of a secret", () => {
  test.each(pairs)("is hidden, and what is around it is kept: $text", ({ text, secret, kept }) => {
    expect(text).toContain(secret);
    const scrubbed = scrub(text);
    expect(scrubbed).not.toContain(secret);
    expect(scrubbed).toContain("[redacted");
    for (const part of kept) expect(scrubbed).toContain(part);
  });

  const names = fc.constantFrom(
    ...["password", "passwd", "secret", "clientSecret", "client_secret", "api_key", "apiKey", "api-key", "apikey"],
    ...["access_key", "privateKey", "private_key", "accessToken", "refresh_token", "MY_SERVICE_TOKEN", "DB_PASSWORD"],
    ...["dbPassword", "DB_PASSWORD_PROD", "password2", "X-Api-Key", "spring.datasource.password", "STRIPE_SECRET_KEY"],
  );
  /** As a generator of passwords or of keys draws them. */
  const values = fc
    .stringMatching(/^[A-Za-z0-9]{10,40}$/)
    .map((drawn) => `k7${drawn}Q`)
    .filter((drawn) => /[a-z]/.test(drawn.slice(2, -1)));
  const shapes = fc.constantFrom(
    (name: string, value: string) => `${name}=${value}`,
    (name: string, value: string) => `${name}: ${value}`,
    (name: string, value: string) => `${name} = ${value}`,
    (name: string, value: string) => `${name}="${value}"`,
    (name: string, value: string) => `${name}: '${value}'`,
    (name: string, value: string) => `{"${name}":"${value}"}`,
    (name: string, value: string) => `{"${name}": "${value}", "port": 1}`,
    (name: string, value: string) => `{\\"${name}\\":\\"${value}\\"}`,
    (name: string, value: string) => `https://example.com/?a=b&${name}=${value}&c=d`,
    (name: string, value: string) => `${name}%3D${value}%26c%3Dd`,
    (name: string, value: string) => `%22${name}%22%3A%22${value}%22`,
    (name: string, value: string) => `--${name}=${value} --verbose`,
    (name: string, value: string) => `--${name} ${value} --verbose`,
    (name: string, value: string) => `<${name}>${value}</${name}>`,
    (name: string, value: string) => `(${name}=${value})`,
    (name: string, value: string) => `"${name} => ${value}"`,
  );
  const surroundings = fc.constantFrom(
    (text: string) => text,
    (text: string) => `Error: it failed with ${text}`,
    (text: string) => `${text}\n    at Object.login (/code/src/login.ts:3:7)`,
    (text: string) => `user=bob ${text} port=5432`,
    (text: string) => `first line\n  ${text}\nlast line`,
    (text: string) => `+ ${text}`,
  );

  test("is hidden however name, value and their surroundings are written", () => {
    fc.assert(
      fc.property(names, values, shapes, surroundings, (name, value, shape, surround) => {
        fc.pre(!/[-.]/.test(name) || !shape(name, "").startsWith("<"));
        const scrubbed = scrub(surround(shape(name, value)));
        expect(scrubbed).not.toContain(value);
        expect(scrubbed).toContain(name);
      }),
      { numRuns: 1000 },
    );
  });

  test("is hidden in an address, whatever the password", () => {
    const passwords = fc.stringMatching(/^[A-Za-z0-9!$%^&*()+=,;:@_.~-]{6,40}$/).map((drawn) => `k${drawn}Q`);
    fc.assert(
      fc.property(passwords, (password) => {
        const scrubbed = scrub(`connect to postgres://app:${password}@db.internal:5432/main failed`);
        expect(scrubbed).toBe("connect to postgres://app:[redacted]@db.internal:5432/main failed");
      }),
    );
  });

  test("is hidden where base64 may look like a path, a call or a word", () => {
    const keys = fc.integer({ min: 1, max: 2 ** 31 }).map((seed) => fake("base64", 40, seed));
    const shapes = fc.constantFrom(
      (key: string) => `aws_secret_access_key = ${key}`,
      (key: string) => `AWS_SECRET_ACCESS_KEY=${key}`,
      (key: string) => `{"secretAccessKey": "${key}"}`,
      (key: string) => `secretAccessKey: '${key}',`,
    );
    fc.assert(
      fc.property(keys, shapes, (key, shape) => {
        expect(scrub(shape(key))).not.toContain(key);
      }),
      { numRuns: 1000 },
    );
  });

  test("is hidden whatever hides a part of it or looks like a reference", () => {
    expect(scrub("password=[redacted]hunter2")).toBe("password=[redacted]");
    expect(scrub("POSTGRES_PASSWORD=password")).toBe("POSTGRES_PASSWORD=[redacted]");
    expect(scrub('"password": "$ecret1"')).toBe('"password": "[redacted]"');
    expect(scrub("password=pa%sword1")).toBe("password=[redacted]");
    expect(scrub("password: $2b$10$abcdefghijklmnopqrstuv")).toBe("password: [redacted]");
  });
});
