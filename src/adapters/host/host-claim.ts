const key = Symbol.for("opencode-dod-gate.claimed-hosts");

/**
 * Claims one instance of the host for one copy of the plugin; undefined where another copy has done so, wherever that was
 * loaded from. The host hands every plugin of an instance the same client, and every instance another one. The function
 * that it returns gives the instance back.
 */
export function claimHost(client: object): (() => void) | undefined {
  const everywhere = globalThis as { [key]?: WeakSet<object> };
  everywhere[key] ??= new WeakSet();
  const claimed = everywhere[key];
  if (claimed.has(client)) return undefined;
  claimed.add(client);
  return () => void claimed.delete(client);
}
