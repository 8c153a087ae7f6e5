import { describe, expect, it, test } from "vitest";
import { checkEnvironment, refuseInstalling } from "../../src/checks/environment.ts";

function environment(hostEnv: Record<string, string>, program = "npm") {
  return checkEnvironment({ hostEnv, searchPath: ["/usr/bin", "/bin"], program, platform: "linux" });
}

describe("the environment of a check", () => {
  it("is the host's, with its own PATH and no colours (R001-25)", () => {
    const env = environment({ HOME: "/home/u", PATH: "evil", FORCE_COLOR: "3", NO_COLOR: "", CI: "false", LANG: "C" });
    expect(env).toMatchObject({ HOME: "/home/u", LANG: "C", PATH: "/usr/bin:/bin", CI: "true", NO_COLOR: "1" });
    expect(env).not.toHaveProperty("FORCE_COLOR");
  });

  test.each(
    (
      "OPENCODE OPENCODE_PID OPENCODE_CONFIG_CONTENT opencode_x DOD_GATE DOD_GATE_LEDGER npm_lifecycle_event " +
      "npm_lifecycle_script npm_package_name npm_package_json npm_command npm_execpath npm_node_execpath INIT_CWD " +
      "npm_config_local_prefix npm_config_user_agent npm_config_if_present NPM_CONFIG_WORKSPACE npm_config_dry-run " +
      "NPM_CONFIG_YES NODE_CHANNEL_FD NODE_UNIQUE_ID"
    ).split(" "),
  )("has no %s", (name) => {
    expect(Object.keys(environment({ [name]: "1" }))).not.toContain(name);
  });

  test.each([
    "NODE_OPTIONS",
    "npm_config_registry",
    "NPM_CONFIG_PREFIX",
    "npm_config_cache",
    "MY_OPENCODE_KEY",
    "HTTPS_PROXY",
  ])("keeps %s", (name) => {
    expect(environment({ [name]: "value" })).toHaveProperty(name, "value");
  });

  it("tells package managers not to install (R004-14)", () => {
    expect(environment({ NPM_CONFIG_YES: "true", npm_config_yes: "true" })).toMatchObject({
      npm_config_yes: "false",
      COREPACK_ENABLE_NETWORK: "0",
      pnpm_config_verify_deps_before_run: "false",
    });
    expect(environment({}, "pnpm")).toMatchObject({ npm_config_verify_deps_before_run: "false" });
    expect(environment({}, "npm")).not.toHaveProperty("npm_config_verify_deps_before_run");
  });

  it("joins PATH as the platform does", () => {
    const env = checkEnvironment({
      hostEnv: { Path: "x" },
      searchPath: ["C:\\a", "D:\\b"],
      program: "npm",
      platform: "win32",
    });
    expect(env["PATH"]).toBe("C:\\a;D:\\b");
    expect(env).not.toHaveProperty("Path");
  });

  it("comes with arguments by which npx and bun refuse to install", () => {
    expect(refuseInstalling("npx", ["vitest", "run"])).toEqual(["--no", "vitest", "run"]);
    expect(refuseInstalling("bun", ["run", "x.ts"])).toEqual(["--no-install", "run", "x.ts"]);
    expect(refuseInstalling("npm", ["test"])).toEqual(["test"]);
    expect(refuseInstalling("node", ["x.js"])).toEqual(["x.js"]);
  });
});
