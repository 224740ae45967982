import type { Item } from '@armarium/contract/items';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { notify } from '../../../ui/notify.tsx';
import { givePressmark, ownPressmarkQuery } from '../../../records/api/pressmarks.ts';
import classes from './collection-dialogs.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { usePressmarkHints } from '../../../records/components/pressmark-hints.tsx';

interface CorrectPressmarkProps {
  item: Item;
  opened: boolean;
  onClose(): void;
  onBack(): void;
}

interface Draft {
  readonly pressmark: string;
  readonly reason: string;
}

/** Another pressmark for an item, with the reason for it (A-69, ITEM-33). */
export function CorrectPressmark({ item, opened, onClose, onBack }: CorrectPressmarkProps) {
  const { t } = useTranslation(['entry', 'editing']);
  const name = `pressmark.${item.uuid}`;
  const [restored] = useState(() => recallDraft<Draft>(name));
  const [draft, setDraft] = useState<Draft>(restored ?? { pressmark: item.pressmark, reason: '' });
  const own = useQuery(ownPressmarkQuery(item.uuid));
  const standing = own.data?.pressmark ?? item.pressmark;
  const hints = usePressmarkHints(draft.pressmark, item.uuid);
  const wanted = draft.pressmark.trim();
  const change = (next: Draft) => {
    setDraft(next);
    keepDraft(name, next);
  };
  const forget = () => keepDraft(name, undefined);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onCancel={() => {
        forget();
        onBack();
      }}
      title={t('pressmark.title')}
      confirmWord={t('pressmark.confirm')}
      failedWord={t('pressmark.failed')}
      disabled={
        wanted === '' ||
        wanted === standing ||
        draft.reason.trim() === '' ||
        hints.holder !== undefined ||
        own.data === undefined
      }
      work={async () => {
        const corrected = await givePressmark(
          item.uuid,
          { pressmark: wanted, reason: draft.reason.trim() },
          own.data?.tag,
        );
        forget();
        notify('success', { title: t('pressmark.corrected', { pressmark: corrected.pressmark }) });
        onBack();
      }}
      onFailure={(failure) => {
        // The dialog then shows the pressmark as it is by now.
        if (isProblem(failure, 'stale')) void own.refetch();
      }}
    >
      {/* Without the record as it is now nothing can be sent. */}
      {own.data === undefined && own.error && <Failed error={own.error} onRetry={() => void own.refetch()} />}
      {restored && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {t('editing:form.restored')}
        </Text>
      )}
      <dl className={classes.figures}>
        <div>
          <dt>{t('pressmark.old')}</dt>
          <dd className="tabular" dir="auto">
            {standing}
          </dd>
        </div>
      </dl>
      <TextInput
        mt="md"
        label={t('pressmark.new')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        className="tabular"
        value={draft.pressmark}
        error={hints.fault}
        rightSection={wanted === standing ? null : hints.sign}
        onChange={(event) => change({ ...draft, pressmark: event.currentTarget.value })}
      />
      {hints.note}
      <TextInput
        mt="sm"
        label={t('pressmark.reason')}
        description={t('pressmark.stays')}
        required
        autoComplete="off"
        maxLength={1000}
        value={draft.reason}
        onChange={(event) => change({ ...draft, reason: event.currentTarget.value })}
      />
    </ConfirmDialog>
  );
}
