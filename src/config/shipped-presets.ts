import type { Preset } from "./config.ts";

/**
 * The presets that need no configuration. Models and prices are those of the models.dev list that OpenCode 1.18.33
 * bundles, which gives the price lists of Anthropic, OpenAI, Google and OpenCode Go. Ratios take three tokens of input to
 * one of output; behind each tier stand its dollars per million tokens, input / output.
 */
export const shippedPresets: Readonly<Record<string, Preset>> = {
  anthropic: {
    fast: { model: "anthropic/claude-haiku-4-5", costRatio: 1 }, // 1 / 5
    medium: { model: "anthropic/claude-sonnet-5", costRatio: 2 }, // 2 / 10
    heavy: { model: "anthropic/claude-opus-5-5", costRatio: 4 }, // 4 / 20
  },
  openai: {
    fast: { model: "openai/gpt-6-luna", costRatio: 1 }, // 0.10 / 0.50
    medium: { model: "openai/gpt-6-sol", costRatio: 20 }, // 2 / 10
    heavy: { model: "openai/gpt-6-astra", costRatio: 100 }, // 10 / 50
  },
  google: {
    fast: { model: "google/gemini-3.5-flash-lite", costRatio: 1 }, // 0.30 / 2.50
    medium: { model: "google/gemini-3.8-flash", costRatio: 2 }, // 0.75 / 3.75
    heavy: { model: "google/gemini-3.1-pro-preview", costRatio: 5 }, // 2 / 12
  },
  "opencode-go": {
    fast: { model: "opencode-go/qwen3.8-flash", costRatio: 1 }, // 0.15 / 0.47
    medium: { model: "opencode-go/qwen3.7-plus", costRatio: 3 }, // 0.40 / 1.60
    heavy: { model: "opencode-go/qwen3.8-max", costRatio: 13 }, // 2 / 6
  },
};
