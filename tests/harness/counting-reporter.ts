import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** A message of the browser's faults begins with a heading, and the faults follow. */
const SHOWN_LINES = 12;

/** What `tests/run.mjs` reads of a finished project. */
export interface Counts {
  readonly passed: number;
  /** A file that didn't load, and an error outside any test, count as one each. */
  readonly failed: number;
  readonly skipped: number;
  /** Tests that passed at a second or third attempt, with the first lines of each failure before. */
  readonly retried: readonly { readonly name: string; readonly failures: readonly string[] }[];
}

/** Writes the counts of a run to the file that `TEST_COUNTS_FILE` names. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['TEST_COUNTS_FILE'];
    if (file) writeFileSync(file, JSON.stringify(countsOf(modules, unhandled)));
  }
}

function countsOf(modules: readonly TestModule[], unhandled: readonly unknown[]): Counts {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  const brokenModules = modules.filter(
    (module) =>
      module.state() === 'failed' &&
      ![...module.children.allTests()].some((test) => test.result().state === 'failed'),
  );
  return {
    passed: inState('passed').length,
    failed: inState('failed').length + brokenModules.length + unhandled.length,
    skipped: inState('skipped').length,
    retried: inState('passed')
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => ({
        name: `${test.module.relativeModuleId} > ${test.fullName}`,
        failures: (test.result().errors ?? []).map(({ message }) =>
          message.split('\n').slice(0, SHOWN_LINES).join('\n  '),
        ),
      })),
  };
}
