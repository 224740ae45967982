import type { Readable } from 'node:stream';
import { sql, type RawBuilder } from 'kysely';
import { exportAssets, exportSelectedAssets } from '@armarium/contract/exchange';
import type { ItemQuery } from '@armarium/contract/item-query';
import type { QueryOf } from '@armarium/contract/operation';
import { EmbeddedMetadata, isConfidential, Technical } from '@armarium/contract/technical';
import { reach, reaches, type Actor, type TenantData, type TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { wholeSelection } from '../batch/public.ts';
import { encodeFiles, itemQueryUuids, requireCollections } from '../catalogue/public.ts';
import { technicalView } from '../media/public.ts';
import { uuidPages } from './outgoing-records.ts';
import { requireFit, sendTable, writtenTable } from './sent-table.ts';

/** The columns that stand before those of the technical metadata, by their headings. */
const ownColumns = [
  'pressmark',
  'item',
  'uuid',
  'kind',
  'position',
  'title',
  'originalFilename',
  'size_bytes',
  'sha256',
  'width_px',
  'height_px',
  'duration_s',
] as const;
type OwnColumn = (typeof ownColumns)[number];

interface FileRow extends Readonly<Record<OwnColumn, string | number | null>> {
  readonly technical: unknown;
  readonly createdBy: string | null;
}

interface Column {
  readonly heading: string;
  readonly valueOf: (row: FileRow, technical: Technical) => Value;
}

const placeParts = ['latitude_deg', 'longitude_deg', 'altitude_m'] as const;

/** The columns for an actor. Whoever may edit no asset has no columns for location and serial numbers. */
function columnsFor(actor: Actor): Column[] {
  const technical = Object.keys(Technical.properties).filter((name) => name !== 'embedded');
  const taken = new Set<string>([...ownColumns, ...technical]);
  const mayEditAny = reach(actor, 'editAssets') !== undefined;
  const embedded = Object.keys(EmbeddedMetadata.properties).filter(
    (name) => mayEditAny || !isConfidential(name),
  );
  return [
    ...ownColumns.map((name) => ({ heading: name, valueOf: (row: FileRow) => row[name] })),
    ...technical.map((name) => ({
      heading: name,
      valueOf: (_: FileRow, facts: Technical) => facts[name as Exclude<keyof Technical, 'embedded'>],
    })),
    ...embedded
      .filter((name) => name !== 'location')
      .map((name) => ({
        heading: taken.has(name) ? `embedded.${name}` : name,
        valueOf: (_: FileRow, facts: Technical) =>
          facts.embedded?.[name as Exclude<keyof EmbeddedMetadata, 'location'>],
      })),
    // A column for each part, as programs for maps read them.
    ...placeParts
      .filter(() => embedded.includes('location'))
      .map((name) => ({
        heading: name,
        valueOf: (_: FileRow, facts: Technical) => facts.embedded?.location?.[name],
      })),
  ];
}

type Value = string | number | boolean | readonly string[] | null | undefined;

function cellOf(value: Value): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? value.join('; ') : String(value);
}

/** The condition on files, as JSON for `files_of_items` of the database. */
const askedFiles = (file: ItemQuery['file'] = []) => JSON.stringify(encodeFiles(file));

/**
 * The chosen items in the order of their pressmarks; the number of their files that are asked for, and their longest text.
 * @param chosen for a FROM clause, with a column `uuid`
 */
async function filesOf(db: TenantQueries, chosen: RawBuilder<unknown>, file: ItemQuery['file']) {
  const items = await sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(item.uuid), ''::bytea order by sort_pressmark, item.uuid) as ids
    from (select uuid from ${chosen}) as chosen join item on item.uuid = chosen.uuid`.execute(db);
  const found = await sql<{ files: number; longest: number | null }>`
    select count(*)::integer as files,
      max(greatest(length(asset.sgtt), length(technical->'embedded'->>'keywords')))::integer as longest
    from files_of_items(array(select uuid from ${chosen}), ${askedFiles(file)}::jsonb) as wanted (uuid)
      join asset on asset.uuid = wanted.uuid
      join asset_version version on version.asset_uuid = asset.uuid and version.number = asset.current_version`.execute(
    db,
  );
  const [{ files, longest } = { files: 0, longest: null }] = found.rows;
  return { ids: items.rows[0]?.ids ?? Buffer.alloc(0), files, longest: longest ?? 0 };
}

/**
 * The files of some items that are asked for, in the order of the uuids, of kinds and of positions: one query for any
 * number.
 */
async function rowsOf(
  db: TenantQueries,
  uuids: readonly string[],
  file: ItemQuery['file'],
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select listed.* from (select item.pressmark, item.uuid as item, asset.uuid, asset.kind, asset.sgtt as title,
      row_number() over (partition by item.uuid, asset.kind order by asset.position, asset.uuid) as position,
      upload.original_filename as "originalFilename", upload.size_bytes, upload.sha256,
      version.width_px, version.height_px, version.duration_s, version.technical, asset.created_by as "createdBy", place
    from unnest(${uuids}::uuid[]) with ordinality as wanted (uuid, place)
      join item on item.uuid = wanted.uuid
      join asset on asset.item_uuid = item.uuid
      join asset_version version on version.asset_uuid = asset.uuid and version.number = asset.current_version
      join upload on upload.uuid = version.upload_uuid
    where item.trashed_at is null and asset.trashed_at is null) as listed
      join files_of_items(${uuids}::uuid[], ${askedFiles(file)}::jsonb) as wanted (uuid) on wanted.uuid = listed.uuid
    order by place, kind, position, listed.uuid`.execute(db);
  return rows;
}

async function* cells(
  data: TenantData,
  columns: readonly Column[],
  ids: Buffer,
  file: ItemQuery['file'],
): AsyncGenerator<string[][]> {
  for (const uuids of uuidPages({ ids })) {
    const rows = await data.read((db) => rowsOf(db, uuids, file));
    yield rows.map((row) => {
      const technical = technicalView(row.technical, reaches(data.actor, 'editAssets', row.createdBy));
      return columns.map(({ valueOf }) => cellOf(valueOf(row, technical)));
    });
  }
}

/** @param choose the items, for a FROM clause, with a column `uuid` */
async function writtenFiles(
  data: TenantData,
  { format, file }: Pick<QueryOf<typeof exportAssets>, 'format' | 'file'>,
  choose: (db: TenantQueries) => Promise<RawBuilder<unknown>>,
): Promise<Readable> {
  const { ids, files, longest } = await data.read(async (db) => filesOf(db, await choose(db), file));
  const columns = columnsFor(data.actor);
  if (format === 'xlsx') requireFit({ rows: files + 1, columns: columns.length, longest });
  const headings = columns.map(({ heading }) => heading);
  return writtenTable(format, headings, cells(data, columns, ids, file));
}

/**
 * `/meta/assets/export`: the files of a list with their technical metadata, all pages of it, by GET, and those of a selection by
 * POST. Where the list is filtered by files, only those that pass.
 */
export const assetExports: readonly Implementation[] = [
  implement(exportAssets, async ({ data, query: { format, ...query }, reply, log }) => {
    const files = await writtenFiles(data, { format, file: query.file }, async (db) => {
      await requireCollections(db, query);
      return itemQueryUuids(db, query);
    });
    return sendTable(files, { name: 'files', format }, reply, log);
  }),
  implement(exportSelectedAssets, async ({ data, body: { format, selection, file }, reply, log }) => {
    const asked = file ?? ('query' in selection ? selection.query.file : undefined);
    const files = await writtenFiles(data, { format, file: asked }, (db) => wholeSelection(db, selection));
    return sendTable(files, { name: 'files', format }, reply, log);
  }),
];
