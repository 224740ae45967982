import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';

/** To delete more records than this, their number has to be typed. */
const NUMBER_ASKED_FROM = 50;

/** What is asked before several records are deleted: a reason, and of many of them their number. */
export function useDeletionFields(count: number) {
  const { t } = useTranslation('selection');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const isAsked = count > NUMBER_ASKED_FROM;
  return {
    /** Empty where none was given. */
    reason: reason.trim(),
    /** There are records, and their number was typed where it is asked for. */
    isSure: count > 0 && (!isAsked || typed.replace(/\D/g, '') === String(count)),
    fields: (
      <>
        <TextInput
          label={t('reason')}
          value={reason}
          maxLength={1000}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {isAsked && (
          <TextInput
            label={t('typeNumber', { count, formatted: grouped(count) })}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </>
    ),
  };
}
