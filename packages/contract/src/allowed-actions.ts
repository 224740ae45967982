import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { oneOf, Uuid } from './scalar.ts';

/** A transition that this user may perform on this record now. */
export const AvailableTransition = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  itemFromState: Type.String(),
  itemToState: Type.String(),
});
export type AvailableTransition = Static<typeof AvailableTransition>;

/** The actions on each kind of record. An action is added together with its call (wire.md). */
export const itemActions = [
  'upload',
  'edit',
  'correctPressmark',
  'move',
  'link',
  'unlink',
  'trash',
  'download',
] as const;
export type ItemAction = (typeof itemActions)[number];

export const collectionActions = [
  'createItem',
  'createCollection',
  'edit',
  'move',
  'link',
  'unlink',
  'delete',
] as const;
export type CollectionAction = (typeof collectionActions)[number];

export const imageActions = ['edit', 'move', 'trash'] as const;
export type ImageAction = (typeof imageActions)[number];

export const storyActions = ['edit', 'duplicate', 'delete', 'publish'] as const;
export type StoryAction = (typeof storyActions)[number];

export const seriesActions = ['edit', 'delete', 'arrange', 'publish'] as const;
export type SeriesAction = (typeof seriesActions)[number];

/** The actions that this user may perform on this record now. */
export function allowed<const Action extends string>(actions: readonly Action[]) {
  return Type.Array(oneOf(actions));
}
