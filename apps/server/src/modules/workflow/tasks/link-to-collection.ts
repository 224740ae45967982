import { isUuid } from '../../../is-uuid.ts';
import { ProblemError } from '../../../problem-error.ts';
import type { WorkflowTask } from './task.ts';

export const linkToCollection: WorkflowTask = {
  name: 'LINK_TO_COLLECTION',
  label: 'Link to a collection',
  kind: 'change',
  parameters: [{ name: 'collection', label: 'Collection', type: 'TEXT', required: true }],
  needs: 'collections',
  judge: ({ parameters }, ground, refuse) => {
    const collection = collectionNamed(parameters);
    if (collection !== undefined && ground.isCollection(collection)) return;
    const message = 'This collection does not exist (any more). Choose another.';
    refuse('collection', 'unknown-collection', message);
  },
  apply: ({ parameters, record, draft, ground }) => {
    const collection = String(parameters['collection']).toLowerCase();
    const obstacle = ground.linkObstacle(record, collection);
    if (obstacle !== undefined) throw new ProblemError('task-impossible', obstacle);
    draft.links.add(collection);
  },
};

/** The uuid of the collection that the parameters of a task name. */
export function collectionNamed(parameters: Readonly<Record<string, unknown>>): string | undefined {
  const { collection } = parameters;
  return typeof collection === 'string' && isUuid(collection.trim()) ? collection.trim() : undefined;
}
