import { basename, isAbsolute, normalize, relative, resolve, sep } from "node:path";
import type { Artefact, ChangedFile } from "../artefact/artefact.ts";
import type { Files } from "../ports/machine.ts";
import { type Citation, citationsIn } from "./citation.ts";
import { hasFileExtension } from "./file-extensions.ts";
import { isInside } from "./inside.ts";

/** Of how many parts the end of a path is at most looked for as a name. */
const mostParts = 8;

type Places = Pick<Files, "realPath" | "stat">;

export interface Survey {
  /** The absolute base directory. */
  readonly directory: string;
  /** Absolute: what this grader's own session read. */
  readonly filesRead: readonly string[];
  readonly artefact: Pick<Artefact, "changedFiles">;
  /** What the work itself says. */
  readonly ownWords: readonly string[];
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
  /** The places that the work itself names, with their lines: who quotes them cites nothing. */
  private readonly own: ReadonlySet<string>;
  private readonly changed: ReadonlyMap<string, ChangedFile["status"]>;
  /** Every name of every file that was read inside the base directory. */
  private readonly read = new Set<string>();
  /** The real paths of the same files, by their last part. */
  private readonly readByName = new Map<string, readonly string[]>();

  static async survey(survey: Survey, files: Places): Promise<Ground> {
    const ground = new Ground(survey, (await files.realPath(survey.directory)) ?? survey.directory, files);
    for (const path of new Set(survey.filesRead)) {
      const real = await files.realPath(path);
      if (real !== undefined && isInside(real, ground.realDirectory)) ground.addRead(path, real);
    }
    return ground;
  }

  private constructor({ directory, artefact, ownWords }: Survey, realDirectory: string, files: Places) {
    this.files = files;
    this.directory = directory;
    this.realDirectory = realDirectory;
    this.changed = new Map(artefact.changedFiles.map(({ path, status }) => [path, status]));
    this.own = new Set(ownWords.flatMap((text) => citationsIn(text).flatMap(placesOf)));
  }

  private addRead(path: string, real: string): void {
    const name = basename(real);
    const namesakes = this.readByName.get(name) ?? [];
    if (!namesakes.includes(real)) this.readByName.set(name, [...namesakes, real]);
    this.read.add(path).add(real);
  }

  /** All that a file which was read or changed may be called. */
  *names(): Iterable<string> {
    for (const path of this.read) {
      yield* this.namesOf(path);
      const parts = relative(this.realDirectory, path).split(sep);
      for (let kept = 1; kept <= Math.min(parts.length - 1, mostParts); kept++) yield parts.slice(-kept).join("/");
    }
    for (const path of this.changed.keys()) yield* this.namesOf(path);
  }

  private *namesOf(path: string): Iterable<string> {
    yield path;
    for (const directory of new Set([this.directory, this.realDirectory])) {
      const name = relative(directory, path);
      for (const spelling of new Set([name, name.replaceAll(sep, "/")])) {
        for (const before of ["", "./", "a/", "b/"]) yield before + spelling;
      }
    }
  }

  async check(citation: Citation): Promise<Standing> {
    const { kind, spellings, otherwise = [] } = citation;
    if (spellings.some((spelling) => this.isRead(spelling))) return "read";
    if (kind === "mentioned") return "there";
    const faults: (FalseCitation | undefined)[] = [];
    for (const spelling of spellings) {
      const standing = await this.locate(spelling, citation);
      if (typeof standing === "string") return standing;
      faults.push(standing);
    }
    if (spellings.some((spelling) => this.endsOneRead(spelling))) return "read";
    const plain = [...new Set(spellings.map(plainOf))].filter((spelling) => !spellings.includes(spelling));
    if (plain.length > 0) return this.check({ ...citation, spellings: plain });
    if (placesOf(citation).some((place) => this.own.has(place))) return "there";
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

  /** Undefined where nothing is there and perhaps nothing was meant to be. */
  private async locate(spelling: string, citation: Citation): Promise<Standing | undefined> {
    const path = resolve(this.directory, spelling);
    const change = this.changed.get(path) ?? this.changed.get(resolve(this.realDirectory, spelling));
    // Its diff may be cited although the file is gone.
    if (change === "deleted" || change === "observed") return "there";
    const real = await this.files.realPath(path);
    if (real !== undefined && this.read.has(real)) return "read";
    const inside = isInside(real ?? path, this.realDirectory) || (real === undefined && isInside(path, this.directory));
    const facts = real === undefined ? undefined : await this.files.stat(real);
    const isOutside = !inside && change === undefined;
    if (facts?.type === "file" && !isOutside) return "there";
    // A route may be called like a folder of the machine.
    const isThere = facts !== undefined && !(isOutside && facts.type === "directory");
    if (!isThere && !(await this.isMeant(spelling, inside, citation))) return undefined;
    return { code: isOutside ? "citedOutside" : "citedMissing", cited: spelling };
  }

  /** Whether a name, under which nothing is, is certain to be meant as a file's. */
  private async isMeant(spelling: string, inside: boolean, { hasColumn }: Citation): Promise<boolean> {
    const isFile = hasFileExtension(spelling);
    if (isAbsolute(spelling)) return inside || (isFile && hasColumn === undefined);
    if (isFile) return true;
    const [folder = "", ...below] = spelling.split(/[/\\]/);
    if (below.length === 0) return false;
    // No folder of the project begins `library/node:20`.
    return folder.startsWith(".") || (await this.files.realPath(resolve(this.directory, folder))) !== undefined;
  }
}

function placesOf({ kind, spellings, line, otherwise = [] }: Citation): string[] {
  const names = kind === "located" ? [...spellings, ...spellings.map(plainOf)] : [];
  return [...names.map((name) => `${name}:${line}`), ...otherwise.flatMap(placesOf)];
}

/** A path without what a diff puts before it, and with slashes. */
function plainOf(spelling: string): string {
  return spelling.replace(/^[ab]\//, "").replaceAll("\\", "/");
}
