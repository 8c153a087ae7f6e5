import leven from "leven";

/** Whether a word is a candidate but for at most `slips` edits in its letters and digits. */
export function isNear(word: string, candidate: string, slips: number): boolean {
  return distance(fold(word), fold(candidate), slips) <= slips;
}

/** The candidate that the author of an unknown word most likely meant. */
export function suggest<Candidate extends string>(
  word: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const folded = fold(word);
  let best: { candidate: Candidate; distance: number } | undefined;
  for (const candidate of candidates) {
    const edits = distance(folded, fold(candidate), slipsIn(candidate));
    if (edits <= slipsIn(candidate) && (best === undefined || edits < best.distance))
      best = { candidate, distance: edits };
  }
  return best?.candidate ?? completion(folded, candidates);
}

/** The one candidate that a word is the beginning of, as `lint` is of `lintClean`. */
function completion<Candidate extends string>(folded: string, candidates: readonly Candidate[]): Candidate | undefined {
  if (folded.length < 4) return undefined;
  const completed = candidates.filter((candidate) => fold(candidate).startsWith(folded));
  return completed.length === 1 ? completed[0] : undefined;
}

function slipsIn(candidate: string): number {
  if (candidate.length < 5) return 1;
  return candidate.length < 8 ? 2 : 3;
}

/** Beyond `most` it is only known to be more, so that long words cost nothing. */
function distance(word: string, candidate: string, most: number): number {
  if (Math.abs(word.length - candidate.length) > most) return most + 1;
  return leven(word, candidate, { maxDistance: most + 1 });
}

/** Longer than any candidate, in whatever way it is written. */
const longestWord = 100;

/** Only letters and digits count, and of these neither case nor width nor accents. */
function fold(word: string): string {
  if (/^[A-Za-z0-9]*$/.test(word)) return word.toLowerCase();
  return word
    .slice(0, longestWord)
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}
