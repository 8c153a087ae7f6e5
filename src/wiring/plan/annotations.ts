import { isAbsolute, resolve } from "node:path";
import type { CommandSettings } from "../../checks/context.ts";
import { isWithin, locateProject, type ProjectPlace } from "../../checks/project.ts";
import type { PlanEdit } from "../../dod/plan/plan-substance.ts";
import type { Files } from "../../ports/machine.ts";
import { renderNoPlan, renderPlanReport } from "../../report/plan-report.ts";

interface Annotation {
  /** As the user names it. */
  readonly path: string;
  /** Absolute, links followed. */
  readonly file: string;
  readonly before: string;
  /** What was last reported on. */
  seen: string;
}

export interface AnnotationParts {
  readonly files: Files;
  readonly place: ProjectPlace;
  readonly commands: CommandSettings;
}

/** Bytes. */
const largestPlan = 1024 * 1024;
/** Sessions that end without a word would pile up. */
const mostRemembered = 100;

/** The plans to which models add blocks at the user's command, each as it was before. */
export class Annotations {
  private readonly parts: AnnotationParts;
  private readonly bySession = new Map<string, Annotation>();

  constructor(parts: AnnotationParts) {
    this.parts = parts;
  }

  /** Begins to watch a plan; returns why that can't be done. */
  async begin(sessionID: string, typed: string): Promise<string | undefined> {
    const { files, place } = this.parts;
    this.bySession.delete(sessionID);
    const path = typed
      .trim()
      .replace(/^@/, "")
      .replace(/^(["'`])(.*)\1$/, "$2");
    if (path === "") return renderNoPlan(path, "notNamed");
    const full = isAbsolute(path) ? path : resolve(place.base, path);
    const { root, names, platform } = await locateProject(place, files);
    const real = await files.realPath(full);
    if (real === undefined && names.some((name) => isWithin(full, name, platform)))
      return renderNoPlan(path, "missing");
    if (real === undefined || !isWithin(real, root, platform)) return renderNoPlan(path, "outside");
    const content = await files.read(real, largestPlan);
    if (content.status !== "ok" || content.text.includes("\0")) return renderNoPlan(path, "unreadable");
    this.bySession.set(sessionID, { path, file: real, before: content.text, seen: content.text });
    const [oldest] = this.bySession.keys();
    if (this.bySession.size > mostRemembered && oldest !== undefined) this.bySession.delete(oldest);
    return undefined;
  }

  /** The verdict on the plan, where the session has just changed it. */
  async afterEdit(sessionID: string): Promise<string | undefined> {
    const annotation = this.bySession.get(sessionID);
    const content = annotation && (await this.parts.files.read(annotation.file, largestPlan));
    if (content?.status !== "ok" || annotation === undefined || content.text === annotation.seen) return undefined;
    annotation.seen = content.text;
    return this.judge(annotation, content.text);
  }

  has(sessionID: string): boolean {
    return this.bySession.has(sessionID);
  }

  /** The last verdict; the plan is watched no longer. */
  async end(sessionID: string): Promise<string | undefined> {
    const annotation = this.bySession.get(sessionID);
    if (annotation === undefined) return undefined;
    this.bySession.delete(sessionID);
    const content = await this.parts.files.read(annotation.file, largestPlan);
    if (content.status !== "ok") return renderNoPlan(annotation.path, "unreadable");
    return this.judge(annotation, content.text);
  }

  private async judge({ path, before }: Annotation, text: string): Promise<string> {
    const [{ lintPlan }, { compareSubstance }, { findCheckProblems }] = await Promise.all([
      import("../../dod/plan/plan-lint.ts"),
      import("../../dod/plan/plan-substance.ts"),
      import("../../checks/preflight.ts"),
    ]);
    const { steps, problems, notes } = await lintPlan(text);
    const dods = steps.flatMap((step) => step.parsed.dods);
    const refused = await findCheckProblems(dods, this.parts.commands);
    const edit: PlanEdit = compareSubstance(before, text);
    return renderPlanReport({ path, edit, steps: steps.length, problems: [...problems, ...refused], notes });
  }
}
