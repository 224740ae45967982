import type { Capability } from '@armarium/contract/capability';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Visibility } from '@armarium/contract/visibility';
import { reach, reaches, type Actor } from '../../db/database.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import type { RecordKind } from './kinds.ts';
import {
  editedMetadata,
  isSameMetadata,
  mirrorOf,
  type FieldTemplate,
  type Mirrors,
} from './metadata.rules.ts';

/** The changes that a PATCH wants; a property is undefined where the body does not mention it. */
export interface EditWanted {
  readonly list: readonly MetadataEntry[] | undefined;
  readonly mirrors: Mirrors;
  readonly parents: readonly string[] | undefined;
  readonly visibility?: Visibility | undefined;
}

/** A record before the edit. */
export interface EditedRecord {
  readonly createdBy: string | null;
  readonly metadata: readonly MetadataEntry[];
  readonly parents: readonly string[];
  /** Present for kinds whose visibility can be edited. */
  readonly visibility?: string;
}

/** The changes of an edit. An absent property means no change. */
export interface Edit {
  /** The complete list after the edit. */
  readonly metadata?: readonly MetadataEntry[];
  /** Why the metadata changes, for the history. */
  readonly reason?: string;
  /** All collections in the order of the body, and those that the record leaves. */
  readonly parents?: { readonly all: readonly string[]; readonly left: readonly string[] };
  /** The new visibility. */
  readonly visibility?: Visibility;
}

/**
 * @throws ProblemError 403 unless the actor holds one of the capabilities, for all records or for own ones
 */
export function requireOneOf(actor: Actor, capabilities: readonly Capability[]): void {
  if (capabilities.some((capability) => reach(actor, capability) !== undefined)) return;
  throw new ProblemError('forbidden', 'Your roles in this organisation do not allow this.');
}

/** @throws ProblemError 403 unless a capability of the actor reaches the record */
export function requireReach(
  actor: Actor,
  capability: Capability,
  { createdBy }: Pick<EditedRecord, 'createdBy'>,
): void {
  if (reaches(actor, capability, createdBy)) return;
  throw new ProblemError(
    'forbidden',
    reach(actor, capability) === undefined
      ? 'Your roles in this organisation do not allow this.'
      : 'You may change the records that you made yourself.',
  );
}

/**
 * Decides what an edit changes (wire.md, decisions §3 and §4). An unchanged value needs no right: people who
 * may change one property can send back the whole representation.
 *
 * @throws ProblemError 403; 422 with the fields concerned; 409 `last-parent`
 */
export function decideEdit(
  actor: Actor,
  record: EditedRecord,
  { list, mirrors, parents, visibility }: EditWanted,
  templates: readonly FieldTemplate[],
  { edit, arrange }: RecordKind['rights'],
): Edit {
  const { metadata, problems } = editedMetadata(record.metadata, { list, mirrors }, templates);
  if (mirrorOf(metadata, 'pressmark') !== mirrorOf(record.metadata, 'pressmark')) {
    problems.push({
      name: 'pressmark',
      code: 'read-only',
      message: 'A pressmark is not changed here: correcting one is an action of its own, with a reason.',
    });
  }
  const isEdited = !isSameMetadata(metadata, record.metadata);
  if (isEdited || problems.length > 0) requireReach(actor, edit, record);
  if (problems.length > 0) throw invalid(problems);

  const all = parents?.map((uuid) => uuid.toLowerCase()) ?? record.parents;
  const left = record.parents.filter((uuid) => !all.includes(uuid));
  const isMoved = left.length > 0 || all.some((uuid) => !record.parents.includes(uuid));
  if (isMoved && arrange) requireReach(actor, arrange, record);
  if (isMoved && all.length === 0) {
    throw new ProblemError('last-parent', 'It is in no other collection. Move or delete it instead.');
  }
  const isShown = visibility !== undefined && visibility !== record.visibility;
  if (isShown) requireReach(actor, 'publish', record);
  return {
    ...(isEdited && { metadata }),
    ...(isMoved && { parents: { all, left } }),
    ...(isShown && { visibility }),
  };
}
