/** Longer scripts are read up to here, in UTF-16 code units. */
const longestScript = 64 * 1024;

/**
 * The simple commands of a script, each as its words without their quotes. Nothing is expanded: what a script works out
 * when it runs stays unknown.
 */
export function splitCommands(script: string): string[][] {
  const text = script.slice(0, longestScript);
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let quote = "";
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
      else if (character === "\\" && quote === '"' && /["\\]/.test(text.charAt(at + 1))) word += text.charAt(++at);
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (character === "\\" && /[\s"'&|;]/.test(text.charAt(at + 1))) {
      at++;
      if (!/[\r\n]/.test(text.charAt(at))) word = (word ?? "") + text.charAt(at);
    } else if (/[;&|\n\r]/.test(character) || (/[()`]/.test(character) && !isGlobParenthesis(text, at))) {
      endWord();
      if (words.length > 0) commands.push(words);
      words = [];
    } else if (/[\s<>]/.test(character)) endWord();
    else word = (word ?? "") + character;
  }
  endWord();
  if (words.length > 0) commands.push(words);
  return commands;
}

/** `?(…)`, `+(…)` and their like belong to their word. */
function isGlobParenthesis(text: string, at: number): boolean {
  if (text.charAt(at) === "(") return /[?*+@!]/.test(text.charAt(at - 1));
  const open = text.lastIndexOf("(", at);
  return open > 0 && /[?*+@!]/.test(text.charAt(open - 1)) && at - open < 256;
}

/** Every piece of a command that could name something: its words, and the parts of them. */
export function piecesOf(words: readonly string[]): string[] {
  return words.flatMap((word) => [word, ...word.split(/[\s"'`=,;&|()]+/)]).filter((piece) => piece !== "");
}
