import type { Collection } from '@armarium/contract/collections';
import { Alert, Radio, Skeleton, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownIn } from '../../../records/components/shown-in.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { deletionQuery, removeCollection } from '../../trash/api/trash.ts';
import { arrivedBy } from '../arrived-by.ts';
import classes from './collection-dialogs.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';

/** More records than this don't go before the name of their collection was typed. */
const NAME_ASKED_FROM = 50;

interface DeleteCollectionProps {
  collection: Collection;
  parentId: string | undefined;
  opened: boolean;
  onClose(): void;
  onBack(): void;
  onGone(collectionUuid: string | undefined): void;
}

/** Says in numbers what a deletion does, and what becomes of the items placed nowhere else (COLL-21 to COLL-23, COLL-41). */
export function DeleteCollection({
  collection,
  parentId,
  opened,
  onClose,
  onBack,
  onGone,
}: DeleteCollectionProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const figures = useQuery(deletionQuery(collection.uuid));
  const [orphans, setOrphans] = useState<'trash' | 'parent'>('trash');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const title = titleOf(collection, t('catalogue:untitled'));
  const { sharedItems = 0, deletedSubcollections = 0, orphanItems = 0 } = figures.data ?? {};
  const going = 1 + deletedSubcollections + (orphans === 'trash' ? orphanItems : 0);
  const isNamed = going <= NAME_ASKED_FROM || typed.trim() === title;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onCancel={onBack}
      title={t('collection.deleteTitle', { title })}
      size="lg"
      confirmWord={t('collection.delete')}
      failedWord={t('collection.deleteFailed', { title })}
      dangerous
      disabled={!figures.data || !isNamed}
      work={async () => {
        await removeCollection(collection.uuid, { orphans, parentId, reason: reason.trim() });
        notify('success', {
          title: t('collection.deleted', { title }),
          message: t('collection.deletedNext'),
        });
        onClose();
        onGone(arrivedBy(collection, parentId));
      }}
    >
      {figures.error && <Failed error={figures.error} onRetry={() => void figures.refetch()} />}
      {figures.isPending && <Skeleton height={96} />}
      {figures.data && (
        <Stack gap="md">
          <dl className={classes.figures}>
            {Object.entries({ deletedSubcollections, sharedItems, orphanItems } as const).map(
              ([name, count]) => (
                <div key={name}>
                  <dt>{t(`collection.${name as 'sharedItems'}`)}</dt>
                  <dd className="tabular">{grouped(count)}</dd>
                </div>
              ),
            )}
          </dl>
          {orphans === 'trash' && figures.data.shownIn.storyboardsCount > 0 && (
            <Alert
              color="yellow"
              styles={{ title: { color: 'var(--text-strong)' } }}
              title={t('collection.shownIn')}
            >
              <ShownIn use={figures.data.shownIn} inNewTab />
            </Alert>
          )}
          {orphanItems > 0 && (
            <Radio.Group
              value={orphans}
              onChange={(value) => setOrphans(value === 'parent' ? 'parent' : 'trash')}
              label={t('collection.orphans')}
            >
              <Stack gap={6} mt={4}>
                <Radio value="trash" label={t('collection.orphansToTrash')} />
                <Radio value="parent" label={t('collection.orphansToParent')} />
              </Stack>
            </Radio.Group>
          )}
          <TextInput
            label={t('collection.reason')}
            value={reason}
            maxLength={1000}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {going > NAME_ASKED_FROM && (
            <TextInput
              label={t('collection.typeName', { count: going, formatted: grouped(going), title })}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
