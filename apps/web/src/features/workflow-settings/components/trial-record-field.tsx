import type { TransitionTemplate } from '@armarium/contract/transitions';
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../../records/components/state-dot.tsx';
import { useStateLabel } from '../../../records/state-label.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { filesOfItemQuery, OFFERED_MAX, offeredRecordsQuery, type TriedRecord } from '../api/trial.ts';
import classes from './trial.module.css';

/** So long after the last letter the search begins. */
const SEARCH_AFTER_MS = 250;

interface TrialRecordFieldProps {
  transition: TransitionTemplate;
  chosen: TriedRecord | undefined;
  onChoose(record: TriedRecord | undefined): void;
}

/** Chooses the record that a transition is tried on: by a search; an asset by its item. */
export function TrialRecordField({ transition, chosen, onChoose }: TrialRecordFieldProps) {
  const { t } = useTranslation('workflowSettings');
  const [text, setText] = useState('');
  const [item, setItem] = useState<TriedRecord>();
  const [sought] = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  const { resourceType, itemFromState } = transition;
  const query = useQuery(offeredRecordsQuery(resourceType, sought, itemFromState));
  const isOfFiles = resourceType === 'MEDIA';
  const picked = isOfFiles ? item : chosen;
  const found = query.data ?? [];
  // The chosen one stays, whatever is sought after it.
  const offered = picked && !found.some(({ uuid }) => uuid === picked.uuid) ? [picked, ...found] : found;
  const choose = (uuid: string) => {
    const record = offered.find((one) => one.uuid === uuid);
    if (!isOfFiles) return onChoose(record);
    setItem(record);
    onChoose(undefined);
  };
  return (
    <div className={classes.field}>
      <TextInput
        data-autofocus
        type="search"
        label={t(`trial.find.${resourceType}`)}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
        autoComplete="off"
        dir="auto"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // It searches by itself; a record that was chosen before is not meant.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {query.data ? (
        <Radio.Group
          className={classes.records ?? ''}
          aria-label={t('trial.records')}
          value={picked?.uuid ?? ''}
          onChange={choose}
        >
          {offered.map((record) => (
            <Radio
              key={record.uuid}
              value={record.uuid}
              classNames={{ root: classes.record ?? '' }}
              label={<RecordWords record={record} hasState={!isOfFiles} />}
            />
          ))}
        </Radio.Group>
      ) : (
        <PendingRows query={query} height_px={32} />
      )}
      <p role="status" className={classes.note}>
        {query.data && <Found count={found.length} isSearch={sought !== ''} transition={transition} />}
      </p>
      {isOfFiles && item && <FileField key={item.uuid} item={item} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

/** How many records there are to choose from, where that has to be said. */
function Found({
  count,
  isSearch,
  transition: { resourceType, itemFromState },
}: {
  count: number;
  isSearch: boolean;
  transition: TransitionTemplate;
}) {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  if (count >= OFFERED_MAX) return t('trial.first', { count });
  if (count > 0) return null;
  if (isSearch) return t('trial.none');
  const isByState = resourceType === 'ITEM' || resourceType === 'STORY';
  return isByState ? t('trial.noneInState', { state: stateLabel(itemFromState) }) : t('trial.noneYet');
}

/** A record by its title, its pressmark and its state. */
function RecordWords({ record, hasState }: { record: TriedRecord; hasState: boolean }) {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  return (
    <span className={classes.words}>
      <span className="record-title" dir="auto">
        {displayTitle(record.sgtt) || t('effects.untitled')}
      </span>
      {record.pressmark !== undefined && record.pressmark !== '' && <bdi>{record.pressmark}</bdi>}
      {hasState && (
        <span className={classes.state}>
          <StateDot state={record.state} />
          <span dir="auto">{stateLabel(record.state)}</span>
        </span>
      )}
    </span>
  );
}

/** The files of the item. */
function FileField({
  item,
  chosen,
  onChoose,
}: Pick<TrialRecordFieldProps, 'chosen' | 'onChoose'> & { item: TriedRecord }) {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  const query = useQuery(filesOfItemQuery(item.uuid));
  const files = query.data;
  if (!files) return <PendingRows query={query} height_px={32} />;
  if (files.length === 0) return <p className={classes.note}>{t('trial.noFiles')}</p>;
  return (
    <NativeSelect
      mt="sm"
      label={t('trial.file')}
      value={chosen?.uuid ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(files.find(({ uuid }) => uuid === value))}
    >
      <option value="">{t('choose')}</option>
      {files.map((file, index) => (
        <option key={file.uuid} value={file.uuid}>
          {`${index + 1}. ${displayTitle(file.sgtt) || t('effects.untitled')} (${stateLabel(file.state)})`}
        </option>
      ))}
    </NativeSelect>
  );
}
