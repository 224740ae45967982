import type { MetadataEntry } from '@armarium/contract/metadata';
import { changedNames, isSameValues, valuesOf, withValues } from './field-values.ts';

/** The changes of a batch to one record, from its history. */
export interface Written {
  readonly metadata?: { readonly before: readonly MetadataEntry[]; readonly after: readonly MetadataEntry[] };
  readonly joined: readonly string[];
  readonly left: readonly string[];
  readonly trash?: 'deleted' | 'restored';
  readonly isCreated?: boolean;
  /** Whether the item, or an image of it, was changed after it was made or restored. */
  readonly isEditedSince?: boolean;
  /** The change set that wrote it; null where nothing was written. */
  readonly changeSet: string | null;
}

/** One entry of the history. */
export interface WrittenEntry {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface Lists {
  readonly customMetadataList?: readonly MetadataEntry[];
  readonly parentCollectionsUuids?: readonly string[];
}

/** @param entries of one record under one change set, in order */
export function writtenOf(entries: readonly WrittenEntry[], changeSet: string | null): Written {
  let written: Written = { joined: [], left: [], changeSet };
  for (const { action, before, after } of entries) {
    const [was, is] = [(before ?? {}) as Lists, (after ?? {}) as Lists];
    if (action === 'update') {
      const metadata = { before: was.customMetadataList ?? [], after: is.customMetadataList ?? [] };
      written = { ...written, metadata };
    } else if (action === 'link') {
      written = { ...written, joined: [...written.joined, ...(is.parentCollectionsUuids ?? [])] };
    } else if (action === 'unlink') {
      written = { ...written, left: [...written.left, ...(was.parentCollectionsUuids ?? [])] };
    } else if (action === 'delete') written = { ...written, trash: 'deleted' };
    else if (action === 'restore') written = { ...written, trash: 'restored' };
    else if (action === 'create') written = { ...written, isCreated: true };
  }
  return written;
}

/** The effect of an undo on a record: its former values, or what prevents it. */
export type Undoing =
  | { readonly list?: readonly MetadataEntry[]; readonly parents?: readonly string[] }
  | { readonly editedSince: string }
  | { readonly parentsGone: true };

/**
 * Decides which changes of a record are undone: only those whose values are unchanged since the batch
 * (decisions §4). Later edits of other fields or collections are kept.
 * @param existing those of the collections that the record left that are in the catalogue
 */
export function undoingOf(
  written: Written,
  now: { readonly metadata: readonly MetadataEntry[]; readonly parents: readonly string[] },
  existing: ReadonlySet<string>,
): Undoing {
  const { metadata, joined, left } = written;
  const names = metadata ? changedNames(metadata.before, metadata.after) : [];
  const edited = names.filter(
    (name) => !isSameValues(valuesOf(now.metadata, name), valuesOf(metadata?.after ?? [], name)),
  );
  if (edited.length > 0) return { editedSince: `Edited since: ${edited.join(', ')}. It was not changed.` };
  const isMoved =
    joined.some((uuid) => !now.parents.includes(uuid)) || left.some((uuid) => now.parents.includes(uuid));
  if (isMoved) return { editedSince: 'It was moved, linked or unlinked since then, and was not changed.' };
  if (left.some((uuid) => !existing.has(uuid))) return { parentsGone: true };
  let list = now.metadata;
  for (const name of names) list = withValues(list, name, valuesOf(metadata?.before ?? [], name));
  const parents = [...now.parents.filter((uuid) => !joined.includes(uuid)), ...left];
  return {
    ...(names.length > 0 && { list }),
    ...((joined.length > 0 || left.length > 0) && { parents }),
  };
}
