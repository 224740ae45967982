import type { Collection } from '@armarium/contract/collections';

/** The parent that a move, an unlinking or a deletion is about: the one arrived by, else the first (decisions §4). */
export function arrivedBy(
  { parentCollectionsUuids }: Pick<Collection, 'parentCollectionsUuids'>,
  parentId: string | undefined,
): string | undefined {
  return parentCollectionsUuids.find((uuid) => uuid === parentId) ?? parentCollectionsUuids[0];
}
