import { TRASH_DAYS_MAX } from '@armarium/contract/organisation';
import { NumberInput, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { duePurge, type ReadOrganisation } from '../api/organisation.ts';
import { daysInTrash } from '../setting.ts';
import { SettingForm } from './setting-form.tsx';
import { useSetting } from './use-setting.ts';
import classes from './organisation.module.css';

/** More records than this are not purged before the name of the organisation was typed. */
const NAME_ASKED_FROM = 50;

/** Empty while a number is typed. */
type Days = number | '' | null;

/** The days in the trash. A smaller number says first how many records would be purged. */
export function TrashSetting({ read }: { read: ReadOrganisation }) {
  const { t } = useTranslation('organisation');
  const { installation } = read.answer;
  const setting = useSetting<Days>(read, {
    name: 'trash',
    read: ({ trashDays }) => trashDays,
    changes: (days) => ({ trashDays: days === '' ? null : days }),
  });
  const { value } = setting;
  const [due, setDue] = useState<{ deletions: number; records: number }>();
  const isFaulty =
    value !== null &&
    !(typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= TRASH_DAYS_MAX);
  const wanted = value === null || value === '' ? installation.trashDays : value;
  const save = async () => {
    if (wanted >= daysInTrash(read.answer)) return void setting.save(value);
    // A failure of the count is that of the save: nothing is purged unasked.
    const counted = await setting.ask(() => duePurge(wanted));
    if (counted === undefined) return;
    if (counted.deletions === 0) void setting.save(value);
    else setDue(counted);
  };
  return (
    <>
      <SettingForm label={t('trash.title')} setting={setting} isFaulty={isFaulty} onSave={() => void save()}>
        <Radio.Group
          aria-label={t('trash.title')}
          value={value === null ? 'standard' : 'own'}
          onChange={(choice) => setting.change(choice === 'own' ? installation.trashDays : null)}
        >
          <div className={classes.options}>
            <Radio
              value="standard"
              label={t('trash.standard', {
                count: installation.trashDays,
                formatted: grouped(installation.trashDays),
              })}
            />
            <Radio value="own" label={t('trash.own')} />
          </div>
        </Radio.Group>
        {value !== null && (
          <NumberInput
            className={classes.narrow ?? ''}
            label={t('trash.days')}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            value={value}
            error={isFaulty && t('trash.fault', { most: grouped(TRASH_DAYS_MAX) })}
            onChange={(days) => setting.change(typeof days === 'number' ? days : '')}
          />
        )}
      </SettingForm>
      {due && (
        <PurgeQuestion
          due={due}
          days={wanted}
          name={read.answer.displayName || read.answer.name}
          onClose={() => setDue(undefined)}
          onConfirm={async () => {
            setDue(undefined);
            await setting.save(value);
          }}
        />
      )}
    </>
  );
}

interface PurgeQuestionProps {
  due: { readonly deletions: number; readonly records: number };
  days: number;
  /** Of the organisation, as people read it. */
  name: string;
  onClose(): void;
  onConfirm(): Promise<void>;
}

function PurgeQuestion({ due, days, name, onClose, onConfirm }: PurgeQuestionProps) {
  const { t } = useTranslation('organisation');
  const [typed, setTyped] = useState('');
  const asksName = due.records > NAME_ASKED_FROM;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('trash.question', { count: days, formatted: grouped(days) })}
      confirmWord={t('trash.confirm')}
      dangerous
      disabled={asksName && typed.trim() !== name}
      work={onConfirm}
    >
      <p>{t('trash.due', { count: due.records, formatted: grouped(due.records) })}</p>
      <p className={classes.note}>{t('trash.duePublic')}</p>
      {asksName && (
        <TextInput
          label={t('trash.typeName', { name })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
