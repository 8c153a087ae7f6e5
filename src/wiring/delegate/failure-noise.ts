/** Longer lines are compared by their beginning, in UTF-16 code units; so no line can make any of the patterns slow. */
const longestLine = 400;

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
/** A hash or an address. Without a digit it could be a word; without a letter it is a number. */
const hex = /\b(?:0x[0-9a-f]+|(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,})\b/gi;
const temporary =
  /(?<![\w.-])(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm|var\/folders\/[^\s/]+\/[^\s/]+\/T)\/([^\s'"`()<>,;]+)/g;
const temporaryOnWindows = /\b[a-z]:\\(?:[^\s\\'"`<>]+\\){0,8}te?mp\\([^\s'"`()<>,;]+)/gi;
const clockTime = /\b(?:\d+ ?h(?:ours?)? ?)?(?:\d+ ?m(?:in(?:utes?)?)? ?)\d+(?:\.\d+)? ?s(?:ec(?:onds?)?)?\b/gi;
/** A number, with its unit where it is a duration. */
const number = /\d+(?:[.,:_]\d+)*(?: ?(?:[mnuµ]?s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b)?/gi;

/** Masks what differs between two runs that fail in the same way: numbers, times, ids and temporary paths. */
export function maskNoise(line: string): string {
  return line
    .slice(0, longestLine)
    .replace(temporary, maskDirectory)
    .replace(temporaryOnWindows, maskDirectory)
    .replace(uuid, "<id>")
    .replace(hex, "<id>")
    .replace(clockTime, "#")
    .replace(number, "#")
    .replace(/\s+/g, " ")
    .trim();
}

/** What lies right in the temporary directory has a random name; what lies deeper has a name that tells. */
function maskDirectory(_: string, path: string): string {
  const parts = path.split(/[\\/]/);
  return parts.length < 2 ? "<tmp>" : `<tmp>/${parts.at(-1)}`;
}
