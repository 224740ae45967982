import type { ProblemImage } from '@armarium/contract/problem';
import { isProblem } from '../../lib/api-problem.ts';
import type { Run } from './api/run-over.ts';

/** The images that somebody has to agree to show before a story is made public (decisions §14). */
export function imagesToConfirm(error: unknown): readonly ProblemImage[] {
  return isProblem(error, 'images-not-confirmed') ? (error.problem.images ?? []) : [];
}

/** Their uuids by the uuid of the story that was refused. */
export function imagesByStory({ refused }: Run): Map<string, string[]> {
  return new Map(
    refused.flatMap(({ record, error }) => {
      const images = imagesToConfirm(error).map(({ uuid }) => uuid);
      return images.length === 0 ? [] : [[record.uuid, images]];
    }),
  );
}
