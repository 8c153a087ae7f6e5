import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { Host, type HostOptions } from "./host.ts";
import type { Project, ProjectOptions } from "./project.ts";

export interface SharedHost {
  readonly host: Host;
  /** A throw-away project that is removed after the test. */
  project(options?: ProjectOptions): Project;
}

/** One host for all tests of a file. A test that makes it ask the model anything unforeseen fails. */
export function useHost(options: HostOptions = {}): SharedHost {
  let host: Host | undefined;
  const projects: Project[] = [];
  beforeAll(async () => {
    host = await Host.start(options);
  });
  afterEach(() => {
    const surprises = [...running().model.surprises];
    running().model.reset();
    for (const project of projects.splice(0)) project.remove();
    expect(surprises).toEqual([]);
  });
  afterAll(async () => {
    await host?.stop();
  });
  const running = () => {
    if (host === undefined) throw new Error("the host is not running");
    return host;
  };
  return {
    get host() {
      return running();
    },
    project(projectOptions) {
      const project = running().project(projectOptions);
      projects.push(project);
      return project;
    },
  };
}
