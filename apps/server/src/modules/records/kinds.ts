import { sql, type RawBuilder } from 'kysely';
import type { Capability } from '@armarium/contract/capability';
import { getCollection } from '@armarium/contract/collection-calls';
import { getImage } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { RecordType } from '@armarium/contract/record-types';
import {
  getCollectionHistory,
  getImageHistory,
  getItemHistory,
  getSeriesHistory,
  getStoryHistory,
} from '@armarium/contract/history';
import { getSeries, getStory } from '@armarium/contract/story-calls';
import {
  assetColumns,
  collectionColumns,
  collectionWords,
  itemColumns,
  itemWords,
  seriesColumns,
  storyColumns,
  storyWords,
} from './record-columns.ts';
import type { SearchedFields } from './search-fields.ts';

/**
 * The description of a kind of record. Code for records of any kind (templates, workflow, trash, history,
 * audit, events, sharing) reads it and has no list of kinds of its own.
 *
 * The table of a kind has at least `tenant_id`, `uuid`, `sgtt`, `metadata`, `state`, `created_by`,
 * `created_at`, `modified_at`, `version`, `trashed_at`, and the columns that `columns` gives. A kind without
 * `owner` also has `visibility` and `ever_public`. The triggers `tell_of_made` and `tell_of_changed` send its
 * events.
 */
export interface RecordKind {
  readonly resourceType: RecordType;
  /** How a message names one record, such as `The item`. */
  readonly named: string;
  readonly table: string;
  /**
   * The values of the `text` columns that follow from the metadata, by column name.
   */
  readonly columns: (metadata: readonly MetadataEntry[]) => Readonly<Record<string, string>>;
  /** How a search finds it. Absent: no search does. */
  readonly search?: RecordSearch;
  /** Kinds whose fields its records have too, before those of their own with other names. */
  readonly alsoFieldsOf?: readonly RecordType[];
  /** Whether each record has a pressmark, unique in the tenant. */
  readonly hasPressmark?: true;
  /** Whether the days of its DATE values are kept to be sorted by (`item_date`). */
  readonly keepsDates?: true;
  /** Where its links to collections are kept. Absent: it is in no collection. */
  readonly links?: RecordLinks;
  /**
   * The record it belongs to. It has that record's visibility, and is in the catalogue only while that record
   * is.
   */
  readonly owner?: { readonly resourceType: RecordType; readonly table: string; readonly column: string };
  /** The records that a CASCADE of the workflow reaches from it. */
  readonly contents?: RecordContents;
  /**
   * Selects pairs `of` (the record) and `unready` (how many of its files are not ready), of records that have
   * any such file, for REQUIRE_ASSETS_READY. Absent: it has no files.
   */
  readonly unreadyFiles?: (uuids: readonly string[]) => RawBuilder<{ of: string; unready: number }>;
  /** The tasks that its transitions may have. */
  readonly tasks: readonly TaskName[];
  /**
   * The capabilities to change it: `trash` to delete and restore it (a collection only to restore it), `arrange`
   * for its links to collections.
   */
  readonly rights: {
    readonly edit: Capability;
    readonly trash: Capability;
    readonly arrange?: Capability;
  };
  /**
   * Whether an actor with the right to delete and restore own records may restore their own. Otherwise
   * restoring takes the right to all records.
   */
  readonly isRestoredByMaker: boolean;
  /** Whether a record that went to the trash with another one can be restored without that one. */
  readonly comesBackAlone?: true;
  /** The column of `share_link` that names the record. Absent: it has no share links. */
  readonly shareColumn?: string;
  /**
   * Further tables whose rows are deleted when the record is purged, with the column that names the record.
   */
  readonly dependents?: readonly { readonly table: string; readonly column: string }[];
  /**
   * The path of its page in the client. Absent: it is shown on the page of its owner, or has none.
   * @param root the root collection
   */
  readonly page?: (uuid: string, root: string) => string;
  /** The calls that read one record and its history, for links to them. */
  readonly calls: { readonly get: { path: string }; readonly history: { path: string } };
}

/** What a search looks through, in a table beside the records, so that other changes leave its index alone. */
export interface RecordSearch {
  /** The standard fields that are looked through whether or not their template is searchable. */
  readonly fields: readonly string[];
  /** The table of the words, and its column that names the record. */
  readonly table: string;
  readonly key: string;
  /**
   * The words of a record, as `recordWords` gives them.
   * @param searched the further fields whose values become words (`foundFields`)
   * @param lines what else it is found by (`lines`)
   */
  readonly words: (
    metadata: readonly MetadataEntry[],
    searched: SearchedFields,
    lines: readonly string[],
  ) => string;
  /**
   * Selects pairs `of` (the record) and `line`: texts outside its metadata by which it is found, such as former
   * pressmarks. Absent: there are none.
   */
  readonly lines?: (uuids: readonly string[]) => RawBuilder<{ of: string; line: string }>;
}

export interface RecordLinks {
  readonly table: string;
  /** The columns that name the collection and the record. */
  readonly parent: string;
  readonly child: string;
  /** The column of `collection` that counts the links. */
  readonly counter: string;
}

export interface RecordContents {
  /** The value of the parameter `to` of a CASCADE. */
  readonly name: string;
  readonly resourceType: RecordType;
  /** Selects pairs `of` (the record) and `uuid` (what it holds), in their order. */
  readonly pairs: (uuids: readonly string[]) => RawBuilder<{ of: string; uuid: string }>;
  /** Whether a record may hold more than one transaction can change. */
  readonly isUnbounded: boolean;
}

const everyRecord = [
  'REQUIRE_METADATA',
  'REQUIRE_ASSETS_READY',
  'REQUIRE_COMMENT',
  'SET_METADATA',
  'SEND_EMAIL',
  'WEBHOOK',
] as const;
export type TaskName = (typeof everyRecord)[number] | 'SET_VISIBILITY' | 'LINK_TO_COLLECTION' | 'CASCADE';

/**
 * The number of files that are not DONE.
 * @param record an SQL expression for the uuid of the record
 * @param from tables with `asset` among them
 */
const unready =
  (record: string, from: RawBuilder<unknown>): RecordKind['unreadyFiles'] =>
  (uuids) => sql`
    select ${sql.ref(record)} as of, count(*)::integer as unready
    from ${from} join asset_import import
      on import.asset_uuid = asset.uuid and import.version_number = asset.current_version
    where ${sql.ref(record)} = any(${uuids}::uuid[]) and asset.trashed_at is null and import.overall_state <> 'DONE'
    group by 1`;

const standard: readonly RecordKind[] = [
  {
    resourceType: 'ITEM',
    named: 'The item',
    table: 'item',
    columns: itemColumns,
    search: {
      fields: ['sgtt', 'autn', 'pressmark', 'sgti'],
      table: 'item_text',
      key: 'item_uuid',
      words: itemWords,
      lines: (uuids) => sql`
        select item_uuid as of, pressmark as line from former_pressmark
        where item_uuid = any(${uuids}::uuid[]) order by pressmark_norm`,
    },
    hasPressmark: true,
    keepsDates: true,
    links: { table: 'item_link', parent: 'collection_uuid', child: 'item_uuid', counter: 'items_count' },
    contents: {
      name: 'media',
      resourceType: 'MEDIA',
      pairs: (uuids) => sql`
        select item_uuid as of, uuid from asset
        where item_uuid = any(${uuids}::uuid[]) and trashed_at is null order by kind, position, uuid`,
      isUnbounded: false,
    },
    unreadyFiles: unready('asset.item_uuid', sql`asset`),
    tasks: [...everyRecord, 'SET_VISIBILITY', 'LINK_TO_COLLECTION', 'CASCADE'],
    rights: { edit: 'edit', trash: 'trash', arrange: 'arrangeItems' },
    isRestoredByMaker: true,
    comesBackAlone: true,
    shareColumn: 'item_uuid',
    dependents: [{ table: 'former_pressmark', column: 'item_uuid' }],
    // The page leads on to a collection that has the item.
    page: (uuid, root) => `/ui/catalog/${root}/cultural-item/${uuid}`,
    calls: { get: getItem, history: getItemHistory },
  },
  {
    resourceType: 'COLLECTION',
    named: 'The collection',
    table: 'collection',
    columns: collectionColumns,
    search: {
      fields: ['sgtt', 'sgti'],
      table: 'collection_text',
      key: 'collection_uuid',
      words: collectionWords,
    },
    links: {
      table: 'collection_link',
      parent: 'parent_uuid',
      child: 'child_uuid',
      counter: 'collections_count',
    },
    contents: {
      name: 'items',
      resourceType: 'ITEM',
      pairs: (uuids) => sql`
        select collection_uuid as of, item_uuid as uuid from item_link
        where collection_uuid = any(${uuids}::uuid[]) order by sort_title, item_uuid`,
      isUnbounded: true,
    },
    unreadyFiles: unready(
      'link.collection_uuid',
      sql`item_link link join asset on asset.item_uuid = link.item_uuid`,
    ),
    tasks: [...everyRecord, 'SET_VISIBILITY', 'LINK_TO_COLLECTION', 'CASCADE'],
    rights: { edit: 'edit', trash: 'trash', arrange: 'arrangeCollections' },
    isRestoredByMaker: false,
    shareColumn: 'collection_uuid',
    dependents: [{ table: 'collection_closure', column: 'descendant_uuid' }],
    page: (uuid) => `/ui/catalog/${uuid}`,
    calls: { get: getCollection, history: getCollectionHistory },
  },
  {
    resourceType: 'MEDIA',
    named: 'The file',
    table: 'asset',
    columns: assetColumns,
    owner: { resourceType: 'ITEM', table: 'item', column: 'item_uuid' },
    unreadyFiles: unready('asset.uuid', sql`asset`),
    tasks: everyRecord,
    rights: { edit: 'editAssets', trash: 'trash' },
    isRestoredByMaker: true,
    calls: { get: getImage, history: getImageHistory },
  },
  {
    resourceType: 'STORY',
    named: 'The story',
    table: 'story',
    columns: storyColumns,
    search: {
      fields: ['sgtt', 'autn', 'sgti'],
      table: 'story_text',
      key: 'story_uuid',
      words: storyWords,
      lines: (uuids) => sql`
        select story_uuid as of, title as line from story_step
        where story_uuid = any(${uuids}::uuid[]) and title <> '' order by position`,
    },
    // An image that is gone is not ready either.
    unreadyFiles: (uuids) => sql`
      select step.story_uuid as of, count(distinct step.asset_uuid)::integer as unready
      from story_step step
      where step.story_uuid = any(${uuids}::uuid[]) and not exists (
        select from asset join item on item.uuid = asset.item_uuid
          join asset_import import on import.asset_uuid = asset.uuid and import.version_number = asset.current_version
        where asset.uuid = step.asset_uuid and asset.trashed_at is null and item.trashed_at is null
          and import.overall_state = 'DONE')
      group by 1`,
    tasks: [...everyRecord, 'SET_VISIBILITY'],
    rights: { edit: 'editStories', trash: 'arrangeStories' },
    isRestoredByMaker: true,
    shareColumn: 'story_uuid',
    page: (uuid) => `/ui/story/editor/${uuid}`,
    calls: { get: getStory, history: getStoryHistory },
  },
  {
    resourceType: 'SERIES',
    named: 'The series',
    table: 'series',
    columns: seriesColumns,
    alsoFieldsOf: ['STORY'],
    search: { fields: ['sgtt', 'sgti'], table: 'series_text', key: 'series_uuid', words: collectionWords },
    tasks: [...everyRecord, 'SET_VISIBILITY'],
    rights: { edit: 'editStories', trash: 'arrangeStories' },
    isRestoredByMaker: true,
    page: (uuid) => `/ui/story/series/${uuid}`,
    calls: { get: getSeries, history: getSeriesHistory },
  },
];

const registered = new Map(standard.map((kind) => [kind.resourceType, kind]));

/** All kinds of records. */
export function recordKinds(): readonly RecordKind[] {
  return [...registered.values()];
}

/** @throws Error where there is no such kind */
export function kindOf(resourceType: string): RecordKind {
  const kind = registered.get(resourceType as RecordType);
  if (!kind) throw new Error(`There is no kind of record ${resourceType}.`);
  return kind;
}

/** Adds a kind to this process, before anything is composed. @returns a function that removes it */
export function registerKind(kind: RecordKind): () => void {
  registered.set(kind.resourceType, kind);
  return () => registered.delete(kind.resourceType);
}

/** The tasks that transitions of a kind of record may have. */
export function tasksOf(resourceType: string): readonly TaskName[] {
  return kindOf(resourceType).tasks;
}

/**
 * The kinds that a CASCADE reaches from a kind, the nearest first: its contents, their contents, and so on.
 */
export function contentsOf(resourceType: string): readonly RecordContents[] {
  const contents = kindOf(resourceType).contents;
  return contents ? [contents, ...contentsOf(contents.resourceType)] : [];
}

/** The names of the columns that follow from the metadata of a kind. */
export function followingColumns(kind: RecordKind): readonly string[] {
  return Object.keys(kind.columns([]));
}
