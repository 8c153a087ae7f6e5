import { expect, test } from "vitest";
import { changedSettings, readUserSettings, userSettingsFiles } from "../../src/integrity/user-settings.ts";

const read = (contents: Readonly<Record<string, string>>) =>
  readUserSettings(["/home/me/.npmrc", "/home/me/.yarnrc"], { hash: async (path) => contents[path] });

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, readonly string[]]>([
  ["made", {}, { "/home/me/.npmrc": "a" }, ["/home/me/.npmrc"]],
  ["changed", { "/home/me/.npmrc": "a" }, { "/home/me/.npmrc": "b" }, ["/home/me/.npmrc"]],
  ["removed", { "/home/me/.yarnrc": "a" }, {}, ["/home/me/.yarnrc"]],
  ["left alone", { "/home/me/.npmrc": "a" }, { "/home/me/.npmrc": "a" }, []],
])("settings of the user that were %s are told (attack 4)", async (_, before, after, expected) => {
  expect(changedSettings(await read(before), await read(after))).toEqual(expected);
});

test("settings lie in the home directory, and where the environment says", () => {
  const env = { XDG_CONFIG_HOME: "/home/me/conf", NPM_CONFIG_USERCONFIG: "/etc/me/npmrc" };
  const files = userSettingsFiles({ env, home: "/home/me" });
  expect(files).toEqual(expect.arrayContaining(["/home/me/.npmrc", "/home/me/conf/pnpm/rc", "/etc/me/npmrc"]));
});
