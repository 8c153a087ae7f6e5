import type { ProcessRow } from "./proc.ts";

/** What is known of a run's processes, by which any of them can be told from everybody else's. */
export interface Quarry {
  /** The program itself, leader of a session and process group of its own. */
  readonly root: number;
  /** When it was started, on the scale of the process table: whatever is older is somebody else's. */
  readonly since: number;
  /** Whether the program's number has passed to a stranger. */
  isReplaced(): boolean;
  /** Whether the process bears the run's mark or holds its pipes; undefined where that can't be told just now. */
  bears(row: ProcessRow): boolean | undefined;
  /** Kills the process, if it is still the one that the row tells of. */
  kill(row: ProcessRow): Killing;
}

/** `forbidden`: it has taken another user's rights. */
export type Killing = "sent" | "gone" | "forbidden";

/** What a pass over the process table met: how many living processes of the run, and whether any couldn't be told. */
export interface Sighting {
  readonly living: number;
  readonly doubtful: boolean;
}

/**
 * Finds the processes of one run, and kills them as it meets them. A process is the run's where it is in a session or
 * group that one of the run's leads, bears the run's mark, or is a child of one that is.
 */
export class ProcessHunt {
  readonly #quarry: Quarry;
  /** Everything found so far, with its time of start. */
  readonly #found = new Map<number, number>();
  /** Those of them that lead a session or a group. */
  readonly #leaders = new Set<number>();
  /** Those that may not be killed. */
  readonly #untouchable = new Set<number>();
  #living = 0;
  #doubtful = false;
  #others: ProcessRow[] = [];

  constructor(quarry: Quarry) {
    this.#quarry = quarry;
  }

  begin(): void {
    this.#living = 0;
    this.#doubtful = false;
    this.#others = [];
    const { root } = this.#quarry;
    // While a group or session has members, no new process gets its number. So one that has the ended
    // program's number proves that nothing is left of the group, and that a group of that name is another's.
    if (this.#quarry.isReplaced()) this.#leaders.delete(root);
    else this.#leaders.add(root);
  }

  meet(row: ProcessRow, kill: boolean): void {
    if (row.startedAt < this.#quarry.since || row.pid <= 1 || row.pid === process.pid) return;
    const ours = this.#isKnown(row) || this.#quarry.bears(row);
    if (ours === true) this.#take(row, kill);
    else this.#others.push(row);
    if (ours === undefined) this.#doubtful = true;
  }

  /** Takes the children of what has been found, which bear nothing themselves, and sums up. */
  end(kill: boolean): Sighting {
    for (let before = -1; before !== this.#others.length; ) {
      before = this.#others.length;
      this.#others = this.#others.filter((row) => {
        const ours = this.#found.has(row.parent);
        if (ours) this.#take(row, kill);
        return !ours;
      });
    }
    return { living: this.#living, doubtful: this.#doubtful };
  }

  #isKnown(row: ProcessRow): boolean {
    if (this.#leaders.has(row.session) || this.#leaders.has(row.group)) return true;
    return this.#found.get(row.pid) === row.startedAt;
  }

  #take(row: ProcessRow, kill: boolean): void {
    this.#found.set(row.pid, row.startedAt);
    if (row.pid === row.session || row.pid === row.group) this.#leaders.add(row.pid);
    if (kill && this.#quarry.kill(row) === "forbidden") this.#untouchable.add(row.pid);
    if (!this.#untouchable.has(row.pid)) this.#living += 1;
  }
}
