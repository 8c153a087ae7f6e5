/** A preset whose three tiers are three scripted models. */
export const threeTiers = {
  activePreset: "mine",
  presets: {
    mine: {
      fast: { model: "scripted/fast", costRatio: 1 },
      medium: { model: "scripted/medium", costRatio: 5 },
      heavy: { model: "scripted/heavy", costRatio: 20 },
    },
  },
};
