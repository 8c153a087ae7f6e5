import { DefaultReporter, type TestModule } from "vitest/node";

/** Vitest's own report, followed by one line that a script can read: `N passed, N failed`. */
export default class CountReporter extends DefaultReporter {
  override onTestRunEnd(...run: Parameters<DefaultReporter["onTestRunEnd"]>): void {
    super.onTestRunEnd(...run);
    const [modules, unhandledErrors] = run;
    const counts = modules.map(countTests);
    const passed = sum(counts.map((count) => count.passed));
    const failed = sum(counts.map((count) => count.failed)) + unhandledErrors.length;
    this.ctx.logger.log(`${passed} passed, ${failed} failed`);
  }
}

function countTests(module: TestModule): { passed: number; failed: number } {
  const results = [...module.children.allTests()].map((test) => test.result().state);
  const failed = results.filter((state) => state === "failed").length;
  return {
    passed: results.filter((state) => state === "passed").length,
    // A file that can't be loaded and a hook that throws fail no test of their own, and must not count as nothing.
    failed: failed === 0 && module.state() === "failed" ? 1 : failed,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
