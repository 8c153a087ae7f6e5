import type { TakenBaseline } from "../../src/integrity/baseline.ts";
import { type MemoryRepository, memoryRepository } from "./memory-repository.ts";

/** A baseline of what a repository holds now. */
export async function takenBaseline(
  repository: MemoryRepository = memoryRepository({}),
): Promise<TakenBaseline & { readonly repository: MemoryRepository }> {
  const state = await repository.capture({}, new AbortController().signal);
  if (!state.ok) throw new Error(state.message);
  return { status: "taken", repository, state: state.value, oracles: state.value.tree };
}
