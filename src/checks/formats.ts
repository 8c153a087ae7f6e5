type Format = (text: string) => boolean;

/** Longer than any text of these formats; longer ones don't match, in UTF-16 code units. */
const longest = 4096;

/**
 * The formats that a schema may name, all in linear time. Drafts 2019-09 and 2020-12 let a validator ignore `format`, but
 * an author who writes one expects it to count, so that a schema with any other format is refused.
 */
export const formats: Readonly<Record<string, Format>> = {
  date: bounded(isDate),
  time: bounded(isTime),
  "date-time": bounded((text) => {
    const at = text.search(/[tT ]/);
    return at !== -1 && isDate(text.slice(0, at)) && isTime(text.slice(at + 1));
  }),
  email: bounded((text) => {
    const at = text.lastIndexOf("@");
    return (
      /^[\w!#$%&'*+/=?^`{|}~-][\w!#$%&'*+/=?^`{|}~.-]{0,63}$/.test(text.slice(0, at)) && isHostname(text.slice(at + 1))
    );
  }),
  hostname: bounded(isHostname),
  ipv4: bounded((text) => /^(\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split(".").every(isOctet)),
  ipv6: bounded((text) => /^[\da-fA-F:.]+$/.test(text) && URL.canParse(`http://[${text}]/`)),
  uri: bounded((text) => /^[a-zA-Z][\w+.-]*:[!-~]*$/.test(text) && URL.canParse(text)),
  "uri-reference": bounded((text) => /^[!-~]*$/.test(text) && URL.canParse(text, "http://base.invalid/")),
  uuid: bounded((text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)),
  "json-pointer": bounded((text) => /^(\/([^~]|~[01])*)?$/.test(text)),
  regex: bounded(isRegex),
};

function bounded(format: Format): Format {
  return (text) => text.length <= longest && format(text);
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}

function isTime(text: string): boolean {
  const match = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(text);
  return match !== null;
}

function isHostname(text: string): boolean {
  if (text.length === 0 || text.length > 253) return false;
  return text.split(".").every((label) => /^[a-zA-Z\d]([a-zA-Z\d-]{0,61}[a-zA-Z\d])?$/.test(label));
}

function isOctet(text: string): boolean {
  return Number(text) <= 255 && (text === "0" || !text.startsWith("0"));
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
