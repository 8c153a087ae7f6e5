/**
 * Finds a text in another that comes in pieces, in linear time whatever the two are (Knuth, Morris and Pratt), and
 * without keeping any of it.
 */
export class Search {
  readonly #text: string;
  /** For each length of a beginning that fits: the next shorter one that fits too. */
  readonly #shorter: Uint32Array;
  #fitting = 0;

  constructor(text: string) {
    this.#text = text;
    this.#shorter = prepare(text);
  }

  get found(): boolean {
    return this.#fitting === this.#text.length;
  }

  push(piece: string): void {
    const text = this.#text;
    for (let index = 0; index < piece.length && this.#fitting < text.length; index++) {
      if (this.#fitting === 0) {
        index = piece.indexOf(text.charAt(0), index);
        if (index === -1) return;
      }
      const code = piece.charCodeAt(index);
      while (this.#fitting > 0 && code !== text.charCodeAt(this.#fitting))
        this.#fitting = this.#shorter[this.#fitting] ?? 0;
      if (code === text.charCodeAt(this.#fitting)) this.#fitting++;
    }
  }
}

function prepare(text: string): Uint32Array {
  const shorter = new Uint32Array(text.length + 1);
  let fitting = 0;
  for (let index = 1; index < text.length; index++) {
    while (fitting > 0 && text.charCodeAt(index) !== text.charCodeAt(fitting)) fitting = shorter[fitting] ?? 0;
    if (text.charCodeAt(index) === text.charCodeAt(fitting)) fitting++;
    shorter[index + 1] = fitting;
  }
  return shorter;
}
