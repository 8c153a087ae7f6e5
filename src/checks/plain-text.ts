/** How much of one unfinished sequence is taken for a sequence, in UTF-16 code units; what comes after it is text again. */
const longestSequence = 8192;

type State =
  | "text"
  /** After ESC. */
  | "escape"
  /** After CSI, up to its final byte. */
  | "control"
  /** In an OSC, DCS, SOS, PM or APC, up to BEL, ST or the line's end. */
  | "string"
  /** After an ESC in one of these. */
  | "stringEscape";

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose.
const special = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const ESC = 0x1b;

/**
 * Takes terminal control sequences and control characters out of a text that comes in pieces. Lines end in `\n`, whether
 * they came with CR LF, CR or LF; tabs stay. Takes linear time, and memory for nothing but its state.
 */
export class PlainText {
  #state: State = "text";
  #length = 0;
  #afterReturn = false;

  /** The plain text of the next piece. */
  push(piece: string): string {
    if (this.#state === "text" && !this.#afterReturn && !special.test(piece)) return piece;
    let plain = "";
    let start = -1;
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index);
      if (this.#keeps(code)) {
        if (start === -1) start = index;
        continue;
      }
      if (start !== -1) plain += piece.slice(start, index);
      start = -1;
      if (code === 0x0d && this.#state === "text") plain += "\n";
    }
    return start === -1 ? plain : plain + piece.slice(start);
  }

  /** Moves on by one character and says whether it belongs to the text. */
  #keeps(code: number): boolean {
    const afterReturn = this.#afterReturn;
    this.#afterReturn = false;
    if (this.#state !== "text" && ++this.#length > longestSequence) this.#state = "text";
    switch (this.#state) {
      case "text":
        return this.#readText(code, afterReturn);
      case "escape":
        return this.#readEscape(code);
      case "control":
        return this.#readControl(code);
      case "string":
        return this.#readString(code);
      case "stringEscape":
        if (code === 0x5c) this.#state = "text";
        else return this.#readEscape(code);
        return false;
    }
  }

  #readText(code: number, afterReturn: boolean): boolean {
    if (code === 0x0a) return !afterReturn;
    if (code === 0x09 || (code >= 0x20 && code < 0x7f) || code > 0x9f) return true;
    if (code === 0x0d) this.#afterReturn = true;
    else if (code === ESC) this.#begin("escape");
    else if (code === 0x9b) this.#begin("control");
    else if (code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f)) this.#begin("string");
    return false;
  }

  #readEscape(code: number): boolean {
    if (code === 0x5b) this.#begin("control");
    // P, X, ], ^ and _ introduce strings.
    else if (code === 0x50 || code === 0x58 || (code >= 0x5d && code <= 0x5f)) this.#begin("string");
    else if (code === ESC) this.#begin("escape");
    else if (code >= 0x20 && code <= 0x2f) this.#state = "escape";
    else return this.#resume(code, code >= 0x30 && code <= 0x7e);
    return false;
  }

  #readControl(code: number): boolean {
    if (code === ESC) this.#begin("escape");
    else if (code < 0x20 || code > 0x3f) return this.#resume(code, code >= 0x40 && code <= 0x7e);
    return false;
  }

  #readString(code: number): boolean {
    if (code === ESC) this.#state = "stringEscape";
    else if (code === 0x0a || code === 0x0d) return this.#resume(code, false);
    // BEL, CAN, SUB and ST end it.
    else if (code === 0x07 || code === 0x18 || code === 0x1a || code === 0x9c) this.#state = "text";
    return false;
  }

  #begin(state: State): void {
    this.#state = state;
    this.#length = 0;
  }

  /** Ends a sequence: with its last byte, or with a character that can't be part of it and so is text. */
  #resume(code: number, isFinal: boolean): boolean {
    this.#state = "text";
    return isFinal ? false : this.#readText(code, false);
  }
}

/** The plain text of a whole text. */
export function toPlainText(text: string): string {
  return new PlainText().push(text);
}
