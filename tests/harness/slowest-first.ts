import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long however short they are, the longest first. Begun last, each would hold up the end of its project
 * while the other workers have nothing left to do. All others come after them as the runner sorts them, by their size.
 */
export const slowest = [
  'tests/faults/kill-mixed-load.test.ts',
  'tests/faults/first-start.soak.test.ts',
  'tests/faults/kill-during-backup.soak.test.ts',
  'tests/faults/import-records.soak.test.ts',
  'tests/faults/stop.test.ts',
  'tests/faults/refused-start.soak.test.ts',
  'tests/tenancy/hostile-input.soak.test.ts',
  'tests/tenancy/every-operation.test.ts',
  'tests/components/lists.component.test.ts',
  'apps/server/src/commands/backup.soak.http.test.ts',
  'tests/tenancy/every-role.soak.test.ts',
  'apps/server/src/commands/import-files.soak.http.test.ts',
  'tests/tenancy/allowed-actions.soak.test.ts',
  'apps/server/src/queue/queue.soak.http.test.ts',
  'apps/server/src/db/embedded/start-embedded-postgres.soak.test.ts',
  'apps/server/src/modules/media/image/derive-image.test.ts',
  'tests/checks/lint-rules.test.ts',
  'tests/checks/import-rules.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification) => {
  const place = slowest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place < 0 ? slowest.length : place;
};

/** The order in which the files of a project are begun. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
