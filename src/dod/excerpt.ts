import { limits } from "./limits.ts";

/** As much of the author's text as a finding keeps of it, since findings travel on with the verdict. */
export function excerpt(text: string): string {
  if (text.length <= limits.excerpt) return text;
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(limits.excerpt - 1));
  return text.slice(0, splitsPair ? limits.excerpt - 1 : limits.excerpt);
}
