import { getBatch } from '@armarium/contract/batches';
import {
  AUDITED_RECORDS_MAX,
  changeActions,
  findRecordChanges,
  type ChangeAction,
  type RecordChange,
} from '@armarium/contract/record-changes';
import { restoreTrashEntry } from '@armarium/contract/trash';
import { reach, type Actor } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { ProblemError } from '../../problem-error.ts';
import { seesAllBatches } from '../batch/public.ts';
import {
  cleanText,
  hiddenAmong,
  hrefOf,
  kindOf,
  normalisePressmark,
  searchCondition,
} from '../records/public.ts';
import { mayRestore } from '../trash/public.ts';
import {
  changedRecords,
  changesPage,
  namesOf,
  type ChangedRecord,
  type ChangeRow,
} from './record-change.queries.ts';
import { describeChange, type DescribedChange } from './record-change.rules.ts';

const DEFAULT_SIZE = 20;

/** @throws ProblemError 400 naming the actions that there are */
function wantedAction(action: string | undefined): ChangeAction | undefined {
  const known = changeActions.find((name) => name === action);
  if (action === undefined || known) return known;
  throw new ProblemError(
    'malformed',
    `There is no action "${action}"; there are ${changeActions.join(', ')}.`,
  );
}

/** A search as `records_by_name` reads it: by a whole pressmark, and by the words of titles and pressmarks. */
function askedOf(text: string, actor: Actor): object {
  return {
    pressmark: normalisePressmark(cleanText(text)),
    words: searchCondition(text, { only: ['sgtt', 'pressmark'], hasPressmarks: true }),
    account: actor.accountUuid,
    history: reach(actor, 'readHistory'),
    restricted: reach(actor, 'seeRestricted') ?? 'none',
  };
}

/** Who changed, moved, deleted, restored or purged what a pressmark or a title names. */
export const recordChanges: Implementation = implement(
  findRecordChanges,
  async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const action = wantedAction(query.action);
    const { changes, total, records } = await data.read(async (db) => {
      const { rows, ...counted } = await changesPage(db, askedOf(query.text, actor), action, page);
      const described = rows.map((row) => ({ row, change: describeChange(row.parts) }));
      const known = await changedRecords(db, [...new Set(rows.map(({ record_uuid }) => record_uuid))]);
      const named = described.flatMap(({ change }) => [
        ...change.left,
        ...change.entered,
        ...change.imagesLost,
        ...change.imagesGot,
      ]);
      const hidden = await hiddenAmong(db, [...new Set(named)]);
      const names = await namesOf(db, [...new Set(named)]);
      return {
        ...counted,
        changes: described.flatMap(({ row, change }) => {
          const record = known.get(row.record_uuid);
          const told = withoutHidden(change, hidden);
          return record ? [changeView(row, told, record, names, actor, origin)] : [];
        }),
      };
    });
    return {
      ...pageAnswer('changes', changes, page, total, origin, url),
      records: Math.min(records, AUDITED_RECORDS_MAX),
      hasFurtherRecords: records > AUDITED_RECORDS_MAX,
    };
  },
);

/** A change without the records that are hidden from whoever asks. */
function withoutHidden(change: DescribedChange, hidden: ReadonlySet<string>): DescribedChange {
  const seen = (uuids: readonly string[]) => uuids.filter((uuid) => !hidden.has(uuid.toLowerCase()));
  return {
    ...change,
    left: seen(change.left),
    entered: seen(change.entered),
    imagesLost: seen(change.imagesLost),
    imagesGot: seen(change.imagesGot),
  };
}

function changeView(
  row: ChangeRow,
  change: DescribedChange,
  record: ChangedRecord,
  names: ReadonlyMap<string, RecordChange['left'][number]>,
  actor: Actor,
  origin: string,
): RecordChange {
  const nameOf = (uuid: string) => names.get(uuid) ?? { uuid, title: '', isThere: false };
  const { resource_type: resourceType } = row;
  const kind = kindOf(resourceType);
  const { entry_uuid: entry } = record;
  const isTop = record.entry_record === record.uuid;
  // Of the records deleted with it only items can be restored alone; a subcollection comes back with the rest.
  const isRestorable =
    entry !== null && (isTop || kind.comesBackAlone === true) && mayRestore(actor, kind, record.created_by);
  const seesBatch =
    row.batch_uuid !== null && (seesAllBatches(actor) || row.account_uuid === actor.accountUuid);
  const batchUuid = seesBatch ? row.batch_uuid : null;
  return {
    id: row.id,
    date: row.made_at.toISOString(),
    user: row.account_name,
    token: row.token_name,
    actions: [...change.actions],
    reason: change.reason || reasonKeptWith(row, record),
    changeSet: row.change_set,
    changeSetKind: row.kind,
    batchUuid,
    left: change.left.map(nameOf),
    entered: change.entered.map(nameOf),
    imagesLost: change.imagesLost.map((uuid) => nameOf(uuid).title),
    imagesGot: change.imagesGot.map((uuid) => nameOf(uuid).title),
    fields: change.fields,
    record: {
      uuid: record.uuid,
      resourceType,
      title: record.title,
      pressmark: record.pressmark,
      place: record.place,
      parentUuid: record.place === 'catalogue' ? record.parent : null,
      culturalItemUuid: record.owner,
      trash:
        entry === null
          ? null
          : {
              entryUuid: entry,
              entryTitle: record.entry_title ?? '',
              wentAlong: !isTop,
              hasPlace: record.has_place ?? false,
              mayRestore: isRestorable,
            },
    },
    _links: {
      ...(record.place === 'catalogue' && { record: hrefOf(origin, kind.calls.get, record.uuid) }),
      history: hrefOf(origin, kind.calls.history, record.uuid),
      ...(isRestorable && { restore: hrefOf(origin, restoreTrashEntry, entry) }),
      ...(batchUuid !== null && { batch: hrefOf(origin, getBatch, batchUuid) }),
    },
  };
}

/** Of a deletion from before its reason stood in the history, and of a purge: what the trash or the tombstone says. */
function reasonKeptWith(row: ChangeRow, record: ChangedRecord): string {
  if (row.change_set === record.trashed_by) return record.reason ?? '';
  if (row.change_set === record.purged_by) return record.purge_reason ?? '';
  return '';
}
