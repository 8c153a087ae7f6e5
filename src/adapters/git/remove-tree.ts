import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes a directory with all that is in it; links are removed and never followed. Resolves to what went wrong. */
export async function removeTree(root: string): Promise<string | undefined> {
  const options = { recursive: true, force: true, maxRetries: 2 } as const;
  try {
    await rm(root, options);
    return undefined;
  } catch {
    // Most likely a directory that may not be written to.
  }
  try {
    await openUp(root);
    await rm(root, options);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function openUp(directory: string): Promise<void> {
  await chmod(directory, 0o700);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(directory, entry.name));
  }
}
