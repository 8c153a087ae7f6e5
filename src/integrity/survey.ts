import type { Matcher } from "./glob.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { findNamed, type PathIndex } from "./path-index.ts";
import { isNamedOracle, type Naming, type Product } from "./product.ts";
import type { Tree } from "./tree.ts";

/** Files that are read in order to follow what they name. */
const mostTexts = 150;
const mostManifests = 300;
const mostSteps = 3000;

/** Commands of the check itself, of a script of package.json or of a file. */
export interface Script {
  readonly text: string;
  /** Where its commands run. */
  readonly folder: string;
  /** The file that holds it. */
  readonly file: string;
  /** What naming a file as a program says: of what only judges, or of what may be what is judged. */
  readonly naming: Extract<Naming, "run" | "given">;
}

/** A file that an oracle names, and the folder in which it runs. */
export interface Followed {
  readonly path: string;
  readonly folder: string;
}

export type Step = { readonly script: Script } | { readonly file: Followed };

/** What a check rests on, as far as it has been followed through the baseline. */
export class Survey {
  readonly index: PathIndex;
  /** Oracles by path, with the spots at which a new file would take the place of one. */
  readonly named = new Set<string>();
  /** Files that are tests because a runner is pointed at them. */
  readonly tests: Matcher[] = [];
  /** Per package folder the names of the scripts that are run, or may be. */
  readonly scripts = new Map<string, Set<string>>();
  /** Per package folder the names that a package manager is told to run, and that are tools. */
  readonly tools = new Map<string, Set<string>>();
  /** Programs that commands start, whatever runs them. */
  readonly programs = new Set<string>();
  /** Whether some command runs tests, named or not. */
  runsTests = false;
  cutShort = false;
  readonly #tree: Tree;
  readonly #product: () => Product;
  readonly #manifests = new Map<string, Promise<Manifest | undefined>>();
  readonly #met = new Set<string>();
  #texts = 0;
  readonly #steps: Step[] = [];
  #done = 0;

  constructor(tree: Tree, index: PathIndex, product: () => Product) {
    this.#tree = tree;
    this.index = index;
    this.#product = product;
  }

  /** The package.json of a folder, where the baseline has a usable one. */
  manifest(folder: string): Promise<Manifest | undefined> {
    const known = this.#manifests.get(folder);
    if (known !== undefined) return known;
    if (!this.index.packages.has(folder) || this.#manifests.size >= mostManifests) {
      if (this.index.packages.has(folder)) this.cutShort = true;
      return Promise.resolve(undefined);
    }
    const read = this.#tree.read(folder === "" ? "package.json" : `${folder}/package.json`).then(parseManifest);
    this.#manifests.set(folder, read);
    return read;
  }

  /** Whether something is met for the first time. */
  isFirst(key: string): boolean {
    const isNew = !this.#met.has(key);
    this.#met.add(key);
    return isNew;
  }

  async text(path: string): Promise<string> {
    if (this.#texts >= mostTexts) {
      this.cutShort = true;
      return "";
    }
    this.#texts++;
    return (await this.#tree.read(path)) ?? "";
  }

  /** Takes in a file that something names, where it is an oracle; says which file that is, once. */
  claim(folder: string, written: string, naming: Naming, namer: string): string | undefined {
    const found = findNamed(this.index, folder, written);
    if (found === undefined || !isNamedOracle(found.path, naming, this.#product(), namer)) return undefined;
    const isNew = !this.named.has(found.path);
    for (const spot of found.spots) this.named.add(spot);
    return isNew ? found.path : undefined;
  }

  /** Has something looked at in its turn, so that no chain of names can run out of stack. */
  later(step: Step): void {
    if (this.#steps.length < mostSteps) this.#steps.push(step);
    else this.cutShort = true;
  }

  /** What is still to be looked at; what that leads to comes along. */
  *takeSteps(): Generator<Step> {
    for (; this.#done < this.#steps.length; this.#done++) {
      const step = this.#steps[this.#done];
      if (step !== undefined) yield step;
    }
  }
}
