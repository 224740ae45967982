import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { WriteTransaction } from '../../db/database.ts';
import { requireMatch } from '../../http/entity-tag.ts';
import { notFound } from '../../problem-error.ts';
import { decideEdit, requireOneOf, type EditWanted } from './edit.rules.ts';
import { editRecords, type EditableRow, type RecordEdit } from './edit-records.ts';
import { lockGraph } from './graph-lock.ts';
import type { RecordKind } from './kinds.ts';
import { fieldTemplates } from './template.queries.ts';

interface EditCall<Row extends EditableRow> {
  readonly uuid: string;
  readonly wanted: EditWanted;
  /** The request, for its `If-Match`. */
  readonly request: FastifyRequest;
  readonly read: () => Promise<Row | undefined>;
  /** Writes the edit; default `editRecords`. */
  readonly apply?: (edits: readonly RecordEdit<Row>[]) => Promise<void>;
}

/**
 * Changes one record by a PATCH (wire.md, decisions §4). It takes the lock of the graph before the lock of
 * the row, in the same order as the creation of records. Every edit takes it, since a title is copied beside
 * links.
 * @returns the record after the edit
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
