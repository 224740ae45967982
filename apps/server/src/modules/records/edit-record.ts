import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { MetadataEntry } from '@armarium/contract/records';
import type { WriteTransaction } from '../../db/database.ts';
import { requireMatch } from '../../http/entity-tag.ts';
import { notFound } from '../../problem-error.ts';
import { decideEdit, requireOneOf, type EditWanted } from './edit.rules.ts';
import { editRecords, type EditableRow, type RecordEdit } from './edit-records.ts';
import { lockGraph } from './graph-lock.ts';
import type { RecordKind } from './kinds.ts';
import { fieldTemplates } from './template.queries.ts';

interface EditCall<Row> {
  readonly uuid: string;
  readonly wanted: EditWanted;
  /** Its `If-Match` is honoured. */
  readonly request: FastifyRequest;
  readonly read: () => Promise<Row | undefined>;
  /** Writes the edit; `editRecords` without it. */
  readonly apply?: (edits: readonly RecordEdit[]) => Promise<void>;
}

/**
 * Changes one record as a call wants it (wire.md, decisions §4). It takes the lock of the graph before the row, as
 * whoever makes records does: a title is copied beside links, so every edit waits here.
 * @returns the record as it is now
 * @throws ProblemError 404, 412, and what `decideEdit` and `apply` throw
 */
export async function editRecord<
  Row extends EditableRow & { readonly version: number | string; readonly created_by: string | null },
>(
  tx: WriteTransaction,
  kind: RecordKind,
  { uuid, wanted, request, read, apply = (edits) => editRecords(tx, kind, edits) }: EditCall<Row>,
): Promise<Row> {
  const { edit, arrange } = kind.rights;
  requireOneOf(tx.actor, [edit, ...(arrange ? [arrange] : []), 'publish']);
  await lockGraph(tx);
  await sql`select from ${sql.table(kind.table)} where uuid = ${uuid}::uuid for no key update`.execute(tx.db);
  const row = await read();
  if (!row) throw notFound(kind.named);
  requireMatch(request, row.version);
  const decided = decideEdit(
    tx.actor,
    {
      createdBy: row.created_by,
      metadata: row.metadata as MetadataEntry[],
      parents: row.parents,
      visibility: row.visibility,
    },
    wanted,
    await fieldTemplates(tx.db, kind.resourceType),
    kind.rights,
  );
  await apply([{ row, edit: decided }]);
  return (await read()) ?? row;
}
