import { isRandom } from "./looks.ts";

const nothing =
  /^(?:undefined|null|nil|none|nan|true|false|yes|no|on|off|string|str|text|number|int|integer|bool|boolean|bytes|any|unknown|never|void|object|symbol|bigint|buffer|uint8array|secretstr|varchar|required|optional|missing|invalid|empty|unset|expired|inherit|include|omit|same-origin|await|new|async|function|return|typeof|yield|not|bearer|basic|placeholder|redacted|hidden|masked|todo|tbd)$/i;
const placeholder =
  /^(?:\[redacted(?:(?:: [a-z0-9. ]{1,40})?\][\W_]*|:)?$|<[^<>]*>|\[[a-z]{1,12}\]$|[*•.…x_?#:-]+$|[\w-]{0,4}[*•]{3,}[\w-]{0,4}$|%[sdvqr]$|%\w+%$|\$[a-z_]+$|\$\{[^}:]*(?::[-?+=]?)?\}$|\$\(|\$?\{\{|\{[\w.]*\}$|:[a-z_]+$|(?:your|insert|replace|enter)[-_ ]|[\w-]*[-_]here$)/i;

/** Whether it is no value but says that there is none, or what belongs there: `undefined`, `string`, `<token>`, `$TOKEN`, `***`. */
export function standsForValue(value: string): boolean {
  return value === "" || nothing.test(value) || placeholder.test(value);
}

/** A number, or what a lockfile or a manifest gives beside a package's name: a version, a range, another place. */
export function isNumeral(value: string): boolean {
  return /^0x[\da-fA-F]{1,8}$|^#[\da-fA-F]{3,8}$|^[\^~<>=v ]{0,3}\d+\.\d+\.\d+(?:[-+.][\w.+-]*)?$|^(?:workspace|file|link|npm|catalog|portal|patch):/.test(
    value,
  );
}

/** The ids that OpenCode gives. */
export function isOpaqueId(value: string): boolean {
  return /^(?:ses|msg|prt|per|que|call|tool|wrk|pty|evt)_[A-Za-z0-9_]{16,}$/.test(value);
}

const template = /[$#%]?\{(?:(?!:[-=]\w)[^{}]){0,120}\}+|\$\([^()]{0,120}\)|\$(?:[A-Z_][A-Z0-9_]*|[a-z_]+)\b/g;
const format = /^(?:%[sdvqr]|%\(\w{1,60}\)s|\W)+$/;

/** A template of which nothing but what it is filled with could be secret; `$2b$10$…` is a hash. */
export function isInterpolated(value: string): boolean {
  if (value.startsWith("$2")) return false;
  const left = value.replace(template, "");
  return (left !== value && !isRandom(left)) || (value.includes("%") && format.test(value));
}
