import { basename, isAbsolute, normalize, resolve, sep } from "node:path";
import type { Artefact, ChangedFile } from "../artefact/artefact.ts";
import type { Files } from "../ports.ts";
import type { Citation } from "./citation.ts";
import { isInside } from "./inside.ts";

type Places = Pick<Files, "realPath" | "stat">;

export interface Survey {
  /** The absolute base directory. */
  readonly directory: string;
  /** Absolute: what this grader's own session read. */
  readonly filesRead: readonly string[];
  readonly artefact: Pick<Artefact, "changedFiles">;
}

/** A citation that can't be true: nothing is there, or it lies where a grader can't look. */
export interface FalseCitation {
  readonly code: "citedMissing" | "citedOutside";
  readonly cited: string;
}

/** `read`: it names a file that was read. `there`: it may stand, but proves nothing. */
export type Standing = "read" | "there" | FalseCitation;

/** The facts that citations are held against. */
export class Ground {
  private readonly files: Places;
  private readonly directory: string;
  private readonly realDirectory: string;
  private readonly changed: ReadonlyMap<string, ChangedFile["status"]>;
  /** Every name of every file that was read inside the base directory. */
  private readonly read = new Set<string>();
  /** The real paths of the same files, by their last part. */
  private readonly readByName = new Map<string, readonly string[]>();

  static async survey({ directory, filesRead, artefact }: Survey, files: Places): Promise<Ground> {
    const ground = new Ground(files, directory, (await files.realPath(directory)) ?? directory, artefact);
    for (const path of new Set(filesRead)) {
      const real = await files.realPath(path);
      if (real !== undefined && isInside(real, ground.realDirectory)) ground.addRead(path, real);
    }
    return ground;
  }

  private constructor(files: Places, directory: string, realDirectory: string, artefact: Survey["artefact"]) {
    this.files = files;
    this.directory = directory;
    this.realDirectory = realDirectory;
    this.changed = new Map(artefact.changedFiles.map(({ path, status }) => [path, status]));
  }

  private addRead(path: string, real: string): void {
    const name = basename(real);
    const namesakes = this.readByName.get(name) ?? [];
    if (!namesakes.includes(real)) this.readByName.set(name, [...namesakes, real]);
    this.read.add(path).add(real);
  }

  async check({ kind, spellings, otherwise = [] }: Citation): Promise<Standing> {
    if (spellings.some((spelling) => this.isRead(spelling))) return "read";
    if (kind === "mentioned") return "there";
    const faults: FalseCitation[] = [];
    for (const spelling of spellings) {
      const standing = await this.locate(spelling);
      if (typeof standing === "string") return standing;
      faults.push(standing);
    }
    if (spellings.some((spelling) => this.endsOneRead(spelling))) return "read";
    return otherwise.length > 0 ? this.checkAll(otherwise) : (faults[0] ?? "there");
  }

  private async checkAll(citations: readonly Citation[]): Promise<Standing> {
    let standing: Standing = "there";
    for (const citation of citations) {
      const next = await this.check(citation);
      if (typeof next === "object") return next;
      if (next === "read") standing = next;
    }
    return standing;
  }

  private isRead(spelling: string): boolean {
    return this.read.has(resolve(this.directory, spelling)) || this.read.has(resolve(this.realDirectory, spelling));
  }

  /** Whether the spelling is the end of the path of one file that was read, and of no other: graders leave folders out. */
  private endsOneRead(spelling: string): boolean {
    const end = normalize(spelling);
    if (isAbsolute(end) || end.startsWith("..")) return false;
    const namesakes = this.readByName.get(basename(end)) ?? [];
    return namesakes.filter((path) => path.endsWith(sep + end)).length === 1;
  }

  private async locate(spelling: string): Promise<Standing> {
    const path = resolve(this.directory, spelling);
    const change = this.changed.get(path) ?? this.changed.get(resolve(this.realDirectory, spelling));
    // Its diff may be cited although the file is gone.
    if (change === "deleted" || change === "observed") return "there";
    const real = await this.files.realPath(path);
    if (real !== undefined && this.read.has(real)) return "read";
    const inside = isInside(real ?? path, this.realDirectory) || (real === undefined && isInside(path, this.directory));
    if (!inside && change === undefined) return { code: "citedOutside", cited: spelling };
    const facts = real === undefined ? undefined : await this.files.stat(real);
    if (facts?.type === "file" || (facts === undefined && (await this.isNoPath(spelling)))) return "there";
    return { code: "citedMissing", cited: spelling };
  }

  /** Whether a name with slashes is none of a file: no folder of the project begins it, as in `library/node:20`. */
  private async isNoPath(spelling: string): Promise<boolean> {
    const [folder = ""] = spelling.split(/[/\\]/);
    if (folder === "" || folder.startsWith(".") || basename(spelling).includes(".")) return false;
    return (await this.files.realPath(resolve(this.directory, folder))) === undefined;
  }
}
