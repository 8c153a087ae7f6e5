/**
 * One statement about an adapter, checked by plain assertions and not by a test runner's: so that the same list runs in
 * Node and in the Bun inside the host.
 */
export interface Scenario {
  /** A sentence. */
  readonly title: string;
  /** Gets an empty directory of its own. */
  run(directory: string): Promise<void>;
}
