import { changeActions, type ChangeAction, type RecordChange } from '@armarium/contract/trash';
import { Badge, Button, Group, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconArrowsMove,
  IconFlame,
  IconHistory,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { displayTitle } from '../../ui/display-title.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { pageFrom } from '../../ui/page-window.ts';
import { Pager } from '../../ui/pager.tsx';
import { changesQuery } from './api/changes.ts';
import { templatesQuery } from '../../records/api/templates.ts';
import { displayMoment } from '../../ui/display-date.ts';
import { labelOf } from '../../records/metadata-view.ts';
import classes from './audit-page.module.css';
import { grouped } from '../../ui/grouped.ts';
import { Failed } from '../../ui/failed.tsx';
import { PageHead } from '../../records/components/page-head.tsx';
import { RestoreDialog } from '../trash/components/restore-dialog.tsx';
import layout from '../../records/components/page-layout.module.css';
import list from '../../records/components/row-list.module.css';

const icons: Record<ChangeAction, typeof IconHistory> = {
  create: IconPlus,
  update: IconPencil,
  move: IconArrowsMove,
  transition: IconArrowsExchange,
  delete: IconTrash,
  restore: IconArrowBackUp,
  purge: IconFlame,
};

/** `/audit`: who changed, moved, deleted or restored what a pressmark or title names, when and why. */
export function AuditPage() {
  const { t } = useTranslation(['audit', 'trash', 'catalogue']);
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? '';
  const action = changeActions.find((one) => one === search.get('action'));
  const [typed, setTyped] = useState(text);
  const page = pageFrom(search.get('page'));
  const changes = useQuery(changesQuery(text, action, page));
  const [restoring, setRestoring] = useState<RecordChange['record']>();
  const rows = useRef<HTMLUListElement>(null);
  /** The record whose restoring was asked for last. */
  const asked = useRef<string>(undefined);
  useDocumentTitle(t('title'));
  const ask = (wanted: string, kind: string) =>
    setSearch({ ...(wanted !== '' && { text: wanted }), ...(kind !== 'all' && { action: kind }) });
  const shown = changes.data?._embedded.changes ?? [];
  const { totalElements = 0, totalPages = 0 } = changes.data?.page ?? {};
  const records = changes.data?.records ?? 0;
  const listed = changes.data;
  useEffect(() => {
    // A dialog that closes lets go of the focus, and so does a button that leaves: what was restored has its link.
    if (restoring || asked.current === undefined || document.activeElement !== document.body) return;
    const ways = rows.current?.querySelectorAll<HTMLElement>(
      `[data-record="${asked.current}"] :is(button, h2 a)`,
    );
    const all = [...(ways ?? [])];
    (all.find((way) => way.matches('button')) ?? all[0] ?? document.getElementById('content'))?.focus();
  }, [restoring, listed]);

  return (
    <div className={layout.page}>
      <PageHead back={{ to: '/catalog', word: t('trash:back') }} title={t('title')} text={t('text')} />
      <form
        role="search"
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault();
          ask(typed.trim(), action ?? 'all');
        }}
      >
        <TextInput
          type="search"
          className={classes.text ?? ''}
          label={t('search')}
          description={t('searchHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed}
          maxLength={1000}
          dir="auto"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('action')}
          value={action ?? 'all'}
          onChange={(event) => ask(typed.trim(), event.currentTarget.value)}
          data={(['all', ...changeActions] as const).map((value) => ({
            value,
            label: t(`actions.${value}`),
          }))}
        />
        <Button type="submit" className={classes.submit ?? ''}>
          {t('catalogue:search')}
        </Button>
      </form>
      <p role="status" className={`${classes.found} tabular`}>
        {totalElements > 0 &&
          `${t('found', { count: totalElements, formatted: grouped(totalElements) })} ${t('ofRecords', {
            count: records,
            formatted: grouped(records),
          })}`}
      </p>
      {changes.data?.hasFurtherRecords && (
        <p className={classes.further}>{t('further', { formatted: grouped(records) })}</p>
      )}
      {text === '' ? (
        <EmptyState icon={<IconHistory size={40} stroke={1.2} />} title={t('begin')}>
          {t('beginText')}
        </EmptyState>
      ) : changes.data === undefined ? (
        changes.error ? (
          <Failed error={changes.error} onRetry={() => void changes.refetch()} />
        ) : (
          [1, 2, 3].map((row) => <Skeleton key={row} height={76} mb={8} />)
        )
      ) : shown.length === 0 ? (
        <EmptyState icon={<IconHistory size={40} stroke={1.2} />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul ref={rows} className={list.rows} aria-label={t('title')} aria-busy={changes.isPlaceholderData}>
          {shown.map((change, index) => (
            <Change
              key={change.id}
              change={change}
              isNewest={shown.findIndex(({ record }) => record.uuid === change.record.uuid) === index}
              onRestore={() => {
                asked.current = change.record.uuid;
                setRestoring(change.record);
              }}
            />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={page}
          totalPages={totalPages}
          addressOf={(to) => {
            const next = new URLSearchParams(search);
            next.set('page', String(to));
            return { search: next.toString() };
          }}
          label={t('pages')}
        />
      </div>
      {restoring?.trash && (
        <RestoreDialog
          key={restoring.uuid}
          entryUuid={restoring.trash.entryUuid}
          recordUuid={restoring.trash.wentAlong ? restoring.uuid : undefined}
          title={restoring.title}
          isImage={restoring.resourceType === 'MEDIA'}
          pressmark={restoring.pressmark}
          hasPlace={restoring.trash.hasPlace}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </div>
  );
}

interface ChangeProps {
  change: RecordChange;
  /** Of its record on this page: that one leads back from the trash. */
  isNewest: boolean;
  onRestore(): void;
}

function Change({ change, isNewest, onRestore }: ChangeProps) {
  const { t } = useTranslation(['audit', 'trash', 'catalogue']);
  const { record, actions } = change;
  const Icon = icons[actions[0] ?? 'update'];
  const title = displayTitle(record.title) || t('catalogue:untitled');
  const address = addressOf(record);
  const namesOf = (all: RecordChange['left']) =>
    all
      .map((one) => {
        const name = displayTitle(one.title);
        if (name === '') return t('goneNameless');
        return one.isThere ? name : t('gone', { title: name });
      })
      .join(', ');
  const { trash } = record;
  return (
    <li className={`${list.row} ${classes.change}`} data-action={actions[0]} data-record={record.uuid}>
      <Icon size={20} stroke={1.5} className={list.icon} aria-hidden />
      <div className={list.words}>
        <h2 className={list.name}>
          <span>{actions.map((action) => t(`actions.${action}`)).join(', ')}</span>{' '}
          <span className="record-title" dir="auto">
            {address === undefined ? title : <Link to={address}>{title}</Link>}
          </span>
        </h2>
        <p className={list.facts}>
          {record.pressmark !== null && (
            <span className="tabular" dir="auto">
              {record.pressmark}
            </span>
          )}
          <span>{t(`kind.${record.resourceType}`)}</span>
          <strong dir="auto">{t('by', { name: change.user })}</strong>
          <time dateTime={change.date} className="tabular">
            {displayMoment(change.date)}
          </time>
          {change.left.length > 0 && <span dir="auto">{t('left', { names: namesOf(change.left) })}</span>}
          {change.entered.length > 0 && (
            <span dir="auto">{t('entered', { names: namesOf(change.entered) })}</span>
          )}
          {actions.includes('delete') && trash?.wentAlong && (
            <span dir="auto">{t('with', { title: displayTitle(trash.entryTitle) })}</span>
          )}
          {(['imagesLost', 'imagesGot'] as const).map(
            (side) =>
              change[side].length > 0 && (
                <span key={side} dir="auto">
                  {t(side, { count: change[side].length, names: change[side].map(displayTitle).join(', ') })}
                </span>
              ),
          )}
        </p>
        {change.reason !== '' && (
          <p className={list.reason} dir="auto">
            {t('reason', { reason: change.reason })}
          </p>
        )}
        {change.fields.length > 0 && <Fields change={change} />}
      </div>
      <Group gap="xs" className={list.end ?? ''}>
        {record.place !== 'catalogue' && (
          <Badge variant="default" tt="none">
            {t(`place.${record.place}`)}
          </Badge>
        )}
        {isNewest && trash?.mayRestore && (
          <Button
            variant="default"
            size="sm"
            aria-label={t('trash:restoreNamed', { title })}
            onClick={onRestore}
          >
            {t('trash:restore')}
          </Button>
        )}
        {isNewest && trash?.wentAlong && !trash.mayRestore && (
          <Link
            to={`/catalog/trash?${new URLSearchParams({ text: trash.entryTitle }).toString()}`}
            aria-label={t('toTrashOf', { title })}
          >
            {t('toTrash')}
          </Link>
        )}
        {change.batchUuid !== null && (
          <Link to={`/catalog/operations/${change.batchUuid}`} aria-label={t('operationOf', { title })}>
            {t('operation')}
          </Link>
        )}
      </Group>
    </li>
  );
}

function addressOf({ uuid, resourceType, parentUuid, culturalItemUuid }: RecordChange['record']) {
  if (parentUuid === null) return undefined;
  if (resourceType === 'COLLECTION') return `/catalog/${uuid}`;
  return `/catalog/${parentUuid}/cultural-item/${culturalItemUuid ?? uuid}`;
}

const ownFields = [
  'state',
  'visibility',
  'shareLink',
  'transition',
  'position',
  'images',
  'originalFilename',
  'version',
  'rotation',
  'files',
] as const;

/** What changed of a record, field by field. */
function Fields({ change: { fields, record } }: { change: RecordChange }) {
  const { t } = useTranslation(['audit', 'catalogue']);
  const templates = useQuery(templatesQuery(record.resourceType)).data ?? [];
  const nameOf = (name: string) => {
    const template = templates.find((one) => one.name === name);
    const own = ownFields.find((one) => one === name);
    if (template === undefined && own !== undefined) return t(`field.${own}`);
    return labelOf(template ?? { name, label: name }, (key) => t(`catalogue:${key}`));
  };
  const shown = (name: string, values: readonly string[]) =>
    values.length === 0
      ? t('empty')
      : values
          .map((value) =>
            name === 'visibility' ? t(`visibility.${value}`, { defaultValue: value }) : displayTitle(value),
          )
          .join(' · ');
  return (
    <dl className={classes.fields}>
      {fields.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          {(before.length > 0 || after.length > 0) && (
            <dd>
              {name !== 'transition' && (
                <del dir="auto">
                  <span className="visually-hidden">{t('before')} </span>
                  {shown(name, before)}
                </del>
              )}
              <ins dir="auto">
                <span className="visually-hidden">{t('after')} </span>
                {shown(name, after)}
              </ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
