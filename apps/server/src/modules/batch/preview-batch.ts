import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { FieldChange } from '@armarium/contract/field-changes';
import { previewBatch, type BatchPreview } from '@armarium/contract/selections';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { sql } from 'kysely';
import type { Actor, TenantQueries } from '../../db/database.ts';
import { implement } from '../../http/operation-route.ts';
import { itemsByUuids, type ItemRow } from '../catalogue/public.ts';
import { fieldTemplates, type FieldTemplate } from '../records/public.ts';
import { requireChanges } from './edit-changes.ts';
import { changedNames, valuesOf } from './field-values.ts';
import { judgeFieldChanges } from './record-judgement.ts';
import { requireWholeSelection, selectedItems } from './selection.ts';

/** Records that are read and judged at once. */
const CHUNK_RECORDS = 1_000;
const CHANGES_SHOWN = 200;
/** Distinct changes whose values are kept in memory; further ones are only counted. */
const CHANGES_KEPT = 10_000;
const FAILURES_SHOWN = 200;

type Preview = Static<typeof BatchPreview>;

/**
 * What a bulk edit would change: the code of the real edit judges each record. It works chunk by chunk, so
 * that the preview of a large selection holds no connection for long, and ends when the client has gone.
 */
export const previewBatchOperation = implement(previewBatch, async ({ data, body, actor, reply }) => {
  const { selection, changes } = body;
  const { templates, uuids } = await data.read(async (db) => {
    const templates = await fieldTemplates(db, 'ITEM');
    requireChanges(changes, templates, 'changes');
    const { rows } = await sql<{ uuid: string }>`
      select uuid from ${await selectedItems(db, selection)} order by uuid`.execute(db);
    await requireWholeSelection(db, selection, rows.length);
    return { templates, uuids: rows.map(({ uuid }) => uuid) };
  });
  const tally = new PreviewTally();
  for (let first = 0; first < uuids.length && !reply.raw.destroyed; first += CHUNK_RECORDS) {
    const chunk = uuids.slice(first, first + CHUNK_RECORDS);
    await data.read((db) => judgeChunk(db, chunk, { actor, templates, changes }, tally));
  }
  return tally.preview(uuids.length);
});

async function judgeChunk(
  db: TenantQueries,
  uuids: readonly string[],
  context: { actor: Actor; templates: readonly FieldTemplate[]; changes: readonly FieldChange[] },
  tally: PreviewTally,
): Promise<void> {
  for (const row of await itemsByUuids(db, uuids)) {
    const before = row.metadata as unknown as MetadataEntry[];
    const judgement = judgeFieldChanges(context, row, context.changes);
    if (judgement.result === 'failed') tally.fail(row, judgement);
    else if (judgement.result === 'changed') tally.change(row, before, judgement.edit.metadata ?? before);
    else tally.leave();
  }
}

class PreviewTally {
  #unchanged = 0;
  #changed = 0;
  #public = 0;
  #failed = 0;
  readonly #changes = new Map<string, Preview['changes'][number] & { items: number }>();
  readonly #further = new Set<string>();
  readonly #failures = new Map<string, Preview['failures'][number]>();

  leave(): void {
    this.#unchanged += 1;
  }

  fail({ uuid, sgtt }: ItemRow, { code, detail }: { code: string; detail: string }): void {
    this.#failed += 1;
    const key = `${code} ${detail}`;
    const known = this.#failures.get(key);
    if (known) known.items += 1;
    else if (this.#failures.size < FAILURES_SHOWN) {
      this.#failures.set(key, { code, detail, items: 1, recordUuid: uuid, title: sgtt });
    }
  }

  change(row: ItemRow, before: readonly MetadataEntry[], after: readonly MetadataEntry[]): void {
    this.#changed += 1;
    if (row.visibility === 'public') this.#public += 1;
    for (const name of changedNames(before, after)) {
      const change = { name, before: valuesOf(before, name), after: valuesOf(after, name) };
      const key = createHash('sha256').update(JSON.stringify(change)).digest('base64');
      const known = this.#changes.get(key);
      if (known) known.items += 1;
      else if (this.#changes.size < CHANGES_KEPT) this.#changes.set(key, { ...change, items: 1 });
      else this.#further.add(key);
    }
  }

  preview(items: number): Preview {
    const changes = [...this.#changes.values()].sort((left, right) => right.items - left.items);
    return {
      items,
      changed: this.#changed,
      unchanged: this.#unchanged,
      failed: this.#failed,
      public: this.#public,
      changes: changes.slice(0, CHANGES_SHOWN),
      furtherChanges: Math.max(0, changes.length - CHANGES_SHOWN) + this.#further.size,
      failures: [...this.#failures.values()].sort((left, right) => right.items - left.items),
    };
  }
}
