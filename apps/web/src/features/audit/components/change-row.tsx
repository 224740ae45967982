import type { ChangeAction, RecordChange } from '@armarium/contract/record-changes';
import { Badge, Button, Group } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconArrowsMove,
  IconFlame,
  IconPencil,
  IconPlus,
  IconTrash,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { displayMoment } from '../../../ui/display-date.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { ChangedFields } from '../../../records/components/changed-fields.tsx';
import classes from './audit-page.module.css';
import list from '../../../records/components/row-list.module.css';

const icons: Record<ChangeAction, TablerIcon> = {
  create: IconPlus,
  update: IconPencil,
  move: IconArrowsMove,
  transition: IconArrowsExchange,
  delete: IconTrash,
  restore: IconArrowBackUp,
  purge: IconFlame,
};

interface ChangeRowProps {
  change: RecordChange;
  /** Whether it is the newest of its record on this page: that one leads back from the trash. */
  isNewest: boolean;
  onRestore(): void;
}

/** A change of a record: what was done, by whom and when, and the fields that changed. */
export function ChangeRow({ change, isNewest, onRestore }: ChangeRowProps) {
  const { t } = useTranslation(['audit', 'trash', 'catalogue']);
  const { record, actions } = change;
  const Icon = icons[actions[0] ?? 'update'];
  const title = displayTitle(record.title) || t('catalogue:untitled');
  const address = addressOf(record);
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
        <Facts change={change} />
        {change.reason !== '' && (
          <p className={list.reason} dir="auto">
            {t('reason', { reason: change.reason })}
          </p>
        )}
        {change.fields.length > 0 && (
          <ChangedFields fields={change.fields} resourceType={record.resourceType} />
        )}
      </div>
      <Ways {...{ change, isNewest, onRestore }} />
    </li>
  );
}

function Facts({ change }: { change: RecordChange }) {
  const { t } = useTranslation('audit');
  const { record, actions } = change;
  const namesOf = (all: RecordChange['left']) =>
    all
      .map((one) => {
        const name = displayTitle(one.title);
        if (name === '') return t('goneNameless');
        return one.isThere ? name : t('gone', { title: name });
      })
      .join(', ');
  return (
    <p className={list.facts}>
      {record.pressmark !== null && (
        <span className="tabular" dir="auto">
          {record.pressmark}
        </span>
      )}
      <span>{t(`kind.${record.resourceType}`)}</span>
      <strong dir="auto">{t('by', { name: change.user })}</strong>
      {change.token !== null && <span dir="auto">{t('withToken', { token: change.token })}</span>}
      <time dateTime={change.date} className="tabular">
        {displayMoment(change.date)}
      </time>
      {change.left.length > 0 && <span dir="auto">{t('left', { names: namesOf(change.left) })}</span>}
      {change.entered.length > 0 && (
        <span dir="auto">{t('entered', { names: namesOf(change.entered) })}</span>
      )}
      {actions.includes('delete') && record.trash?.wentAlong && (
        <span dir="auto">{t('with', { title: displayTitle(record.trash.entryTitle) })}</span>
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
  );
}

/** Where the record is now, and the ways to bring it back or to what changed it. */
function Ways({ change, isNewest, onRestore }: ChangeRowProps) {
  const { t } = useTranslation(['audit', 'trash', 'catalogue']);
  const { place, trash } = change.record;
  const title = displayTitle(change.record.title) || t('catalogue:untitled');
  return (
    <Group gap="xs" className={list.end ?? ''}>
      {place !== 'catalogue' && (
        <Badge variant="default" tt="none">
          {t(`place.${place}`)}
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
  );
}

function addressOf({ uuid, resourceType, parentUuid, culturalItemUuid }: RecordChange['record']) {
  if (parentUuid === null) return undefined;
  if (resourceType === 'COLLECTION') return `/catalog/${uuid}`;
  return `/catalog/${parentUuid}/cultural-item/${culturalItemUuid ?? uuid}`;
}
