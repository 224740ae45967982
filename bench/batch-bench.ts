import { setTimeout as sleep } from 'node:timers/promises';
import { getBatch, startBatch, undoBatch, type Batch, type BatchAction } from '@armarium/contract/batches';
import type { FieldChange } from '@armarium/contract/field-changes';
import { previewBatch } from '@armarium/contract/selections';
import type { ItemSelection } from '@armarium/contract/item-query';
import { createCollection } from '@armarium/contract/record-edits';
import { BenchServer, successful } from './bench-server.ts';
import type { BenchContext } from './bench-context.ts';
import { fillCollection } from './many-items.ts';

const ITEMS = 100_000;
const QUICK_ITEMS = 10_000;
/** What a person selects, as against what a migration does. */
const CHOSEN = 3_000;
const FLOOR = 'PostgreSQL updating the same rows in one statement';

export interface BatchResult {
  readonly items: number;
  readonly rows: readonly { name: string; items: number; took_s: number; rate: number }[];
}

const changes: FieldChange[] = [{ name: 'autn', change: 'append', value: '(attributed)' }];

/** Changes of many items by batches through the API, from the call to the end of the job, and undone. */
export async function batchBench({ profile, isQuick, say }: BenchContext): Promise<BatchResult> {
  const server = await BenchServer.start(profile);
  try {
    const count = isQuick ? QUICK_ITEMS : ITEMS;
    const rows: BatchResult['rows'][number][] = [];
    const timed = async (name: string, items: number, work: () => Promise<unknown>) => {
      say(name);
      const began_ms = performance.now();
      await work();
      const took_s = (performance.now() - began_ms) / 1000;
      rows.push({ name, items, took_s, rate: items / took_s });
    };
    const over = async (begun: Batch, changed: number) => {
      let batch = begun;
      for (; batch.endedDate === null; await sleep(20)) {
        batch = successful(await server.client.call(getBatch, { params: { uuid: batch.uuid } }));
      }
      if (batch.changed !== changed) throw new Error(`Not all was changed: ${JSON.stringify(batch)}`);
      return batch;
    };
    const doAndUndo = async (name: string, selection: ItemSelection, action: BatchAction, items: number) => {
      let done: Batch | undefined;
      await timed(name, items, async () => {
        done = await over(
          successful(await server.client.call(startBatch, { body: { selection, action } })),
          items,
        );
      });
      const uuid = done?.uuid ?? '';
      await timed(`${name}, undone`, items, async () => {
        await over(successful(await server.client.call(undoBatch, { params: { uuid } })), items);
      });
    };

    say('loading');
    const root = await server.rootCollection();
    const shelf = async (sgtt: string) =>
      successful(await server.client.call(createCollection, { body: { sgtt, parentCollectionsUuids: root } }))
        .uuid;
    const [few, many, to] = [await shelf('Chosen'), await shelf('Many'), await shelf('Moved')];
    await fillCollection(server, few, CHOSEN);
    await fillCollection(server, many, count, CHOSEN);

    const selection = { query: { collectionUuid: few }, expected: CHOSEN };
    await timed('preview of an edit', CHOSEN, async () => {
      const preview = successful(await server.client.call(previewBatch, { body: { selection, changes } }));
      if (preview.changed !== CHOSEN) throw new Error(`Previewed: ${JSON.stringify(preview).slice(0, 300)}`);
    });
    await doAndUndo('edit', selection, { kind: 'edit', changes }, CHOSEN);
    await doAndUndo('trash', selection, { kind: 'trash' }, CHOSEN);
    const all = { query: { collectionUuid: many }, expected: count };
    await doAndUndo('edit of many', all, { kind: 'edit', changes }, count);
    await doAndUndo('move of many', all, { kind: 'move', from: many, to }, count);
    const pool = server.openPool(1);
    try {
      await timed('workflow action', CHOSEN, async () => {
        const { rows } = await pool.query<{ uuid: string }>(
          `select uuid from transition_template where resource_type = 'ITEM' and from_state = 'Default'
           order by sort_order limit 1`,
        );
        const action = { kind: 'transition', transitionUuid: rows[0]?.uuid ?? '' } as const;
        await over(successful(await server.client.call(startBatch, { body: { selection, action } })), CHOSEN);
      });
      await timed(FLOOR, count, () =>
        pool.query(
          `with sought as (
             update item_text set words = words || 'x:16000'
             where item_uuid in (select item_uuid from item_link where collection_uuid = $1))
           update item set autn = autn || ' x', modified_at = now(),
             version = version + 1, metadata = jsonb_set(metadata, '{1,value}', '"x"')
           where uuid in (select item_uuid from item_link where collection_uuid = $1)`,
          [many],
        ),
      );
    } finally {
      await pool.end();
    }
    return { items: count, rows };
  } finally {
    await server.close();
  }
}
