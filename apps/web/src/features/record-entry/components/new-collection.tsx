import type { Collection } from '@armarium/contract/collections';
import type { Template } from '@armarium/contract/templates';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { makeCollection } from '../../../records/api/edit-records.ts';
import { collectionTemplatesQuery } from '../../../records/api/templates.ts';
import { changedFields, hasContent, listOf, newDraft } from '../record-form.ts';
import { faultsOf } from '../record-faults.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { RecordFields } from './record-fields.tsx';
import { useRefusals } from './use-refusals.ts';
import type { CollectionDialogsProps } from './collection-dialog.ts';

export function CreateCollection({ collection, opened, onClose }: CollectionDialogsProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const templates = useQuery(collectionTemplatesQuery);
  if (templates.data)
    return <NewCollection parent={collection} templates={templates.data} opened={opened} onClose={onClose} />;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('collection.create')} size="lg">
      {templates.error ? (
        <Failed error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        <Skeleton height={180} />
      )}
    </Dialog>
  );
}

interface NewCollectionProps {
  parent: Collection;
  templates: readonly Template[];
  opened: boolean;
  onClose(): void;
}

function NewCollection({ parent, templates, opened, onClose }: NewCollectionProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const start = newDraft(templates);
  const [draft, setDraft] = useState(start);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const refusals = useRefusals();
  const faults = faultsOf(draft, start, templates);
  const list = listOf(draft, [], templates);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('collection.create')}
      size="lg"
      confirmWord={t('form.confirm')}
      failedWord={t('collection.createFailed')}
      disabled={!hasContent(draft, templates) || Object.keys(faults).length > 0}
      work={async () => {
        const made = await makeCollection(list, parent.uuid);
        notify('success', {
          title: t('collection.created', { title: titleOf(made, t('catalogue:untitled')) }),
        });
        onClose();
      }}
      onFailure={(failure) => setRefused(refusals(failure, list))}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('collection.into')}{' '}
        <span className="record-title" dir="auto">
          {titleOf(parent, t('catalogue:untitled'))}
        </span>
      </Text>
      <RecordFields
        templates={templates}
        draft={draft}
        onChange={(next) => {
          setDraft(next);
          setRefused({});
        }}
        faults={{
          ...refused,
          // A form that was only just opened finds no fault with anybody.
          ...Object.fromEntries(
            changedFields(start, draft).flatMap((name) => {
              const fault = faults[name];
              return fault === undefined ? [] : [[name, t(`form.${fault}`)]];
            }),
          ),
        }}
      />
    </ConfirmDialog>
  );
}
