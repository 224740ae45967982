import { sql } from 'kysely';
import {
  FIELD_VALUES_MAX,
  FILE_VALUES_MAX,
  VALUES_IN_USE_MAX,
  findFieldValues,
  findFileValues,
  findValuesInUse,
  getItemFacets,
  type FieldValues,
  type ItemFacets,
} from '@armarium/contract/item-facets';
import { fold } from '@armarium/contract/folded-text';
import { hasWords } from '@armarium/contract/search-words';
import { reach, type TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { requireCollections } from './item-list.ts';
import { encodeQuery, fastContext } from './item-query.ts';
import { choiceFields, fieldWordsCondition } from '../records/public.ts';

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
    const encoded = encodeQuery(query, await fastContext(db, query));
    await requireCollections(db, query);
    const fields = await choiceFields(db);
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

/** How many distinct values are read where some of them are searched for. */
const VALUES_READ = 1_000;

/**
 * The most frequent values of one field among the items of a search or a list, or those of them that have the words
 * that are typed. The filter of the field itself is left out, so that its other values stay to be chosen.
 */
export const fieldValues: Implementation = implement(findFieldValues, async ({ data, query }) => {
  const { name, valueText = '', ...asked } = query;
  const others = asked.field?.filter((pair) => !pair.startsWith(`${name}=`));
  return data.read(async (db) => {
    await requireCollections(db, asked);
    const encoded = encodeQuery({ ...asked, field: others }, await fastContext(db, asked));
    const text = fold(valueText);
    const words = (await hasSearchedWords(db, name)) ? fieldWordsCondition(name, text) : undefined;
    return data.remembered(db, `values ${JSON.stringify([name, text])} ${encoded}`, async () => {
      const { rows } = await sql<{ value: string; items: string }>`
        select value, items from item_field_values(${encoded}::jsonb, ${words ?? null}, ${name},
          ${text === '' ? FIELD_VALUES_MAX + 1 : VALUES_READ})`.execute(db);
      const found = rows.filter(({ value }) => hasWords(fold(value), text));
      return {
        values: found.slice(0, FIELD_VALUES_MAX).map(({ value, items }) => ({ value, count: Number(items) })),
        hasMore: found.length > FIELD_VALUES_MAX || rows.length === VALUES_READ,
      } satisfies FieldValues;
    });
  });
});

/**
 * The most frequent values of one property of files among the items of a search or a list. The filter of the property
 * itself is left out, so that its other values stay to be chosen.
 */
export const fileValues: Implementation = implement(findFileValues, async ({ data, query }) => {
  const { name, ...asked } = query;
  return data.read(async (db) => {
    await requireCollections(db, asked);
    const file = asked.file?.filter((pair) => !pair.startsWith(`${name}=`));
    const encoded = encodeQuery({ ...asked, file }, await fastContext(db, asked));
    return data.remembered(db, `file values ${name} ${encoded}`, async () => {
      const { rows } = await sql<{ value: string; items: string }>`
        select value, items from item_file_values(${encoded}::jsonb, ${name}, ${FILE_VALUES_MAX + 1})`.execute(
        db,
      );
      return {
        values: rows.slice(0, FILE_VALUES_MAX).map(({ value, items }) => ({ value, count: Number(items) })),
        hasMore: rows.length > FILE_VALUES_MAX,
      };
    });
  });
});

/** Values of a field that are in use, for somebody who types one. */
export const valuesInUse: Implementation = implement(findValuesInUse, async ({ data, query }) => {
  const { name } = query;
  const text = fold(query.text);
  return data.read(async (db) => {
    const words = (await hasSearchedWords(db, name)) ? fieldWordsCondition(name, text) : undefined;
    const { rows } = await sql<{ value: string }>`
      select value from values_in_use(${words ?? null}, ${name}, ${VALUES_READ}) as value`.execute(db);
    const found = rows
      .map(({ value }) => ({ value, folded: fold(value) }))
      .filter(({ folded }) => hasWords(folded, text))
      // Those that begin with the text first, each part in the order of the database.
      .toSorted((one, other) => Number(other.folded.startsWith(text)) - Number(one.folded.startsWith(text)));
    return { values: found.slice(0, VALUES_IN_USE_MAX).map(({ value }) => value) };
  });
});

/** Whether the index has the words of a field for all records. */
async function hasSearchedWords(db: TenantQueries, name: string): Promise<boolean> {
  const searchable = await db
    .selectFrom('metadata_template')
    .select('uuid')
    .where('resource_type', '=', 'ITEM')
    .where('name', '=', name)
    .where('searchable', '=', true)
    .where('to_index', '=', false)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return searchable !== undefined;
}
