/** What the lane runs on, or why it doesn't run. */
export type ModelChoice =
  | { readonly kind: "run"; readonly model: string; readonly repoint: boolean; readonly credential: string }
  | { readonly kind: "skip"; readonly notice: string }
  | { readonly kind: "unusable"; readonly because: string };

const defaultModel = "anthropic/claude-haiku-4-5";

type Env = Readonly<Record<string, string | undefined>>;

/** `DOD_GATE_SMOKE_MODEL` chooses the model and repoints every tier at it; unset or empty, the default model runs and nothing is repointed. */
export function chooseModel(env: Env): ModelChoice {
  const wanted = env["DOD_GATE_SMOKE_MODEL"]?.trim() ?? "";
  const model = wanted === "" ? defaultModel : wanted;
  const provider = /^([^/\s]+)\/\S+$/.exec(model)?.[1];
  if (provider === undefined) {
    return { kind: "unusable", because: `DOD_GATE_SMOKE_MODEL is no provider/model: ${JSON.stringify(model)}` };
  }
  const credential = credentialOf(provider);
  if ((env[credential] ?? "") === "") {
    return {
      kind: "skip",
      notice: `The smoke lane is skipped: ${model} needs ${credential}. DOD_GATE_SMOKE_MODEL chooses another model.`,
    };
  }
  return { kind: "run", model, repoint: wanted !== "", credential };
}

/** The variable that OpenCode reads a provider's key from. */
function credentialOf(provider: string): string {
  if (provider === "opencode" || provider.startsWith("opencode-")) return "OPENCODE_API_KEY";
  if (provider === "google") return "GOOGLE_GENERATIVE_AI_API_KEY";
  return `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY`;
}
