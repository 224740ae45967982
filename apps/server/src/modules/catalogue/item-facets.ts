import { sql } from 'kysely';
import { getItemFacets, type ItemFacets } from '@armarium/contract/item-facets';
import { reach } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { requireCollections } from './item-list.ts';
import { encodeQuery, fieldsNamedBy } from './item-query.ts';
import { enumFields } from '../records/public.ts';

type Valued = { readonly value: string; readonly count: number }[];

/** The answer of `item_query_facets` of the database; a facet without values is absent. */
interface Counted {
  readonly total: number;
  readonly facets: Readonly<Record<string, Valued>>;
  readonly people: { readonly uuid: string; readonly name: string; readonly count: number }[];
}

/**
 * The values by which the items of a search or a list can be filtered, with counts (decisions §10). The
 * values of each filter are counted with all other filters applied, so that people see what a further value
 * of the same filter would add.
 */
export const itemFacets: Implementation = implement(getItemFacets, async ({ data, query, actor }) => {
  // The names of editors are part of the history (decisions §3).
  const withPeople = reach(actor, 'readHistory') === 'all';
  const { counted, fields } = await data.read(async (db) => {
    const encoded = encodeQuery(query, await fieldsNamedBy(db, query));
    await requireCollections(db, query);
    const fields = await enumFields(db);
    const names = fields.map(({ name }) => name);
    const counted = await data.remembered(
      db,
      `facets ${withPeople} ${JSON.stringify(names)} ${encoded}`,
      async () => {
        const { rows } = await sql<{ facets: Counted }>`
          select item_query_facets(${encoded}::jsonb, ${names}::text[], ${withPeople}) as facets`.execute(db);
        if (!rows[0]) throw new Error('Counting answered nothing.');
        return rows[0].facets;
      },
    );
    return { counted, fields };
  });
  const { total, facets, people } = counted;
  const years = (name: string) =>
    (facets[name] ?? []).toSorted((one, other) => Number(other.value) - Number(one.value));
  return {
    total,
    state: facets['state'] ?? [],
    media: facets['media'] ?? [],
    fields: fields.flatMap(({ name, label }) => {
      const values = facets[`field:${name}`] ?? [];
      return values.length > 0 ? [{ name, label, values }] : [];
    }),
    changedBy: people,
    createdYear: years('createdYear'),
    modifiedYear: years('modifiedYear'),
  } satisfies ItemFacets;
});
