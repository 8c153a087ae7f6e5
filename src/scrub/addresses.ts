import { isRandom } from "./looks.ts";
import type { Span } from "./span.ts";
import { standsForValue } from "./stand-ins.ts";

/** Passwords that their place gives away rather than a name: in an address, on a command line, behind a scheme's name. */
export function findInAddresses(text: string): Span[] {
  return [
    ...findUserInfo(text),
    ...captured(text, escapedUserInfo),
    ...captured(text, dataSourceName),
    ...captured(text, netrc),
    ...captured(text, sshpass),
    ...findCurlUsers(text),
    ...findSchemes(text),
  ];
}

const user = /[^\s/?#@:"'`<>\\[]{0,128}/y;
const rest = /[^\s"'`<>\\]{1,256}/y;

/** `scheme://user:password@host` and `scheme://token@host`. */
function findUserInfo(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const start = at + 3;
    user.lastIndex = start;
    const name = user.exec(text)?.[0] ?? "";
    const end = start + name.length;
    const next = text.charAt(end);
    if ((next === "@" || next === ":") && name.length >= 20 && isRandom(name)) found.push({ start, end });
    if (next !== ":") continue;
    rest.lastIndex = end + 1;
    const password = passwordOf(rest.exec(text)?.[0] ?? "");
    if (password === "" || standsForValue(password)) continue;
    found.push({ start: end + 1, end: end + 1 + password.length });
  }
  return found;
}

const port = /^[0-9]{1,5}$/;

/** What follows the user's name up to the host: a password may hold an `@`, and a `/` where no port can stand. */
function passwordOf(following: string): string {
  const slash = following.search(/[/?#]/);
  const authority = slash < 0 ? following : following.slice(0, slash);
  const at = authority.lastIndexOf("@");
  // A digest makes it an image's name and tag.
  if (at >= 0) return authority.startsWith("sha256:", at + 1) ? "" : authority.slice(0, at);
  if (slash < 1 || port.test(authority) || following.startsWith("//", slash)) return "";
  return following.slice(0, Math.max(0, following.indexOf("@")));
}

/** The same in a percent-encoded address. */
const escapedUserInfo = /%3A%2F%2F[^%\s]{0,64}%3A((?:(?!%40|%2F)[^\s"'`<>&]){1,256})(?=%40)/gi;

/** The address that Go's MySQL driver takes. */
const dataSourceName = /(?<=[\s"'`=]|^)[A-Za-z0-9_.-]{1,64}:([^\s"'`/]{1,128})(?=@(?:tcp|unix)\()/g;

const sshpass = /\bsshpass\s{1,8}-p\s{0,8}["']?([^\s"']+)/g;

const netrc = /\b(?:machine\s{1,8}\S{1,100}|default)\s{1,8}login\s{1,8}\S{1,100}\s{1,8}password\s{1,8}([^\s"']+)/g;

function captured(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: password = "", index }) => {
    if (standsForValue(password)) return [];
    const start = index + whole.lastIndexOf(password);
    return [{ start, end: start + password.length }];
  });
}

const userOption = /(?<=\s|^)(?:-u|--user|--proxy-user)(?:[ \t]{1,4}|=)["']?[^\s:"']{1,100}:([^\s"']+)/g;

/** `curl -u user:password`. Elsewhere `-u` has other meanings. */
function findCurlUsers(text: string): Span[] {
  return [...text.matchAll(userOption)].flatMap(({ 0: whole, 1: password = "", index }) => {
    const command = text.slice(Math.max(0, index - 300), index);
    if (!/\b(?:curl|wget|https?)\b[^\n]*$/.test(command) || standsForValue(password)) return [];
    const end = index + whole.length;
    return [{ start: end - password.length, end }];
  });
}

const scheme = /(?:[Bb]earer|BEARER|[Bb]asic)[ \t]{1,4}([A-Za-z0-9._~+/-]{7,}[A-Za-z0-9_~+/-]={0,2})/g;

/** `Bearer …` and `Basic …` without the name of the header. */
function findSchemes(text: string): Span[] {
  return [...text.matchAll(scheme)].flatMap(({ 0: whole, 1: token = "", index }) => {
    const telling = /^b?asic/i.test(whole) ? isUserAndPassword(token) : token.length >= 16 && isRandom(token);
    const end = index + whole.length;
    return telling ? [{ start: end - token.length, end }] : [];
  });
}

/** Whether it is base64 of printable text with a colon in it. */
function isUserAndPassword(base64: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return false;
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(base64.slice(0, 400), "base64").toString("latin1"));
}
