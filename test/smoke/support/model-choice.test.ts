import { describe, expect, test } from "vitest";
import { chooseModel } from "./model-choice.ts";

const anthropic = { ANTHROPIC_API_KEY: "a" };
const both = { ...anthropic, OPENCODE_API_KEY: "o" };

describe("the smoke lane's model", () => {
  test.each<[string, Record<string, string>, string, boolean, string]>([
    ["the default one where nothing is chosen", anthropic, "anthropic/claude-haiku-4-5", false, "ANTHROPIC_API_KEY"],
    ["the default one where both keys are there", both, "anthropic/claude-haiku-4-5", false, "ANTHROPIC_API_KEY"],
    [
      "the default one where the choice is empty (R002-5)",
      { ...both, DOD_GATE_SMOKE_MODEL: " " },
      "anthropic/claude-haiku-4-5",
      false,
      "ANTHROPIC_API_KEY",
    ],
    [
      "the one that is chosen, also where the default one could run (R002-5)",
      { ...both, DOD_GATE_SMOKE_MODEL: "opencode-go/qwen3.7-plus" },
      "opencode-go/qwen3.7-plus",
      true,
      "OPENCODE_API_KEY",
    ],
    [
      "one of a provider whose name has a hyphen",
      { DOD_GATE_SMOKE_MODEL: "my-own/model/large", MY_OWN_API_KEY: "m" },
      "my-own/model/large",
      true,
      "MY_OWN_API_KEY",
    ],
  ])("is %s", (_, env, model, repoint, credential) => {
    expect(chooseModel(env)).toEqual({ kind: "run", model, repoint, credential });
  });

  test.each([
    ["nothing is set", {}, "ANTHROPIC_API_KEY"],
    ["the key is empty", { ANTHROPIC_API_KEY: "" }, "ANTHROPIC_API_KEY"],
    ["only a key that the default model can't use is set", { OPENCODE_API_KEY: "o" }, "ANTHROPIC_API_KEY"],
    ["the chosen model's key is not set", { ...anthropic, DOD_GATE_SMOKE_MODEL: "opencode/x" }, "OPENCODE_API_KEY"],
    [
      "another provider's key is not set",
      { ...both, DOD_GATE_SMOKE_MODEL: "google/x" },
      "GOOGLE_GENERATIVE_AI_API_KEY",
    ],
  ])("isn't asked, with a notice, where %s (R002-3)", (_, env, credential) => {
    expect(chooseModel(env)).toEqual({ kind: "skip", notice: expect.stringContaining(`needs ${credential}`) });
  });

  test.each(["haiku", "/haiku", "anthropic/", "two words/x"])("is never one that can't be: %s", (model) => {
    expect(chooseModel({ ...both, DOD_GATE_SMOKE_MODEL: model })).toMatchObject({ kind: "unusable" });
  });
});
