import type { Collection } from '@armarium/contract/records';
import type { Template } from '@armarium/contract/templates';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../lib/api-client.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import {
  makeCollection,
  placeCollection,
  readCollection,
  saveCollection,
  summaryQuery,
} from '../../../records/api/edit-records.ts';
import { collectionQuery } from '../../../records/api/collection.ts';
import { collectionTemplatesQuery } from '../../../records/api/templates.ts';
import { arrivedBy } from '../arrived-by.ts';
import { changedFields, faultsOf, hasContent, listOf, newDraft } from '../record-form.ts';
import classes from './collection-dialogs.module.css';
import { CollectionPicker } from '../../../records/components/collection-picker.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { DeleteCollection } from './delete-collection.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { RecordDialogFrame } from './record-dialog-frame.tsx';
import { RecordFields, useRefusals } from './record-fields.tsx';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { WorkflowDialog } from '../../workflow/components/workflow-dialog.tsx';

export type CollectionDialog = 'create' | 'show' | 'summary';
const steps = ['move', 'link', 'unlink', 'delete'] as const;
type Step = (typeof steps)[number] | 'workflow';

interface CollectionDialogsProps {
  dialog: CollectionDialog;
  collection: Collection;
  /** The parent through which the user arrived (HOME-03). */
  parentId: string | undefined;
  opened: boolean;
  onClose(): void;
  /** The collection is no longer where the user looks at it: where to go. */
  onGone(collectionUuid: string | undefined): void;
}

/** The dialogs of a collection (catalogue §2): create one below it, look at it and change it, its totals. */
export function CollectionDialogs(given: CollectionDialogsProps) {
  const [step, setStep] = useState<Step>();
  // As it is now: it is changed while the dialog is open.
  const { data: collection = given.collection } = useQuery(collectionQuery(given.collection.uuid));
  const props = { ...given, collection };
  const onBack = () => setStep(undefined);
  if (props.dialog === 'create') return <CreateCollection {...props} />;
  if (props.dialog === 'summary') return <Summary {...props} />;
  if (step === 'move' || step === 'link') return <Place {...props} way={step} onBack={onBack} />;
  if (step === 'unlink') return <Unlink {...props} onBack={onBack} />;
  if (step === 'delete') return <DeleteCollection {...props} onBack={onBack} />;
  if (step === 'workflow') return <CollectionWorkflow {...props} />;
  return <ShowCollection {...props} onStep={setStep} />;
}

function CreateCollection({ collection, opened, onClose }: CollectionDialogsProps) {
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

function CollectionWorkflow({ collection, opened, onClose }: CollectionDialogsProps) {
  const { t } = useTranslation('catalogue');
  const title = titleOf(collection, t('untitled'));
  return <WorkflowDialog records={[{ ...collection, title }]} opened={opened} onClose={onClose} />;
}

function ShowCollection({
  collection,
  opened,
  onClose,
  onStep,
}: CollectionDialogsProps & { onStep(step: Step): void }) {
  const { t } = useTranslation(['editing', 'catalogue', 'workflow']);
  const templates = useQuery(collectionTemplatesQuery);
  const may: readonly string[] = collection.allowedActions;
  const offered = steps.filter((step) => may.includes(step));
  const hasWorkflow = collection.availableTransitions.length > 0;
  if (templates.data === undefined && templates.error)
    return (
      <Dialog opened={opened} onClose={onClose} title={t('collection.show')} size="lg">
        <Failed error={templates.error} onRetry={() => void templates.refetch()} />
      </Dialog>
    );
  return (
    <RecordDialogFrame
      opened={opened}
      onClose={onClose}
      title={t('collection.show')}
      record={collection}
      templates={templates.data ?? []}
      mayEdit={may.includes('edit') && templates.isSuccess}
      saveWord={t('form.confirm')}
      read={() => readCollection(collection.uuid)}
      save={(list, tag) => saveCollection(collection.uuid, list, tag)}
      lead={<StateBadge state={collection.state} />}
      {...((offered.length > 0 || hasWorkflow) && {
        actions: (
          <>
            {hasWorkflow && (
              <Button variant="default" onClick={() => onStep('workflow')}>
                {t('workflow:title')}
              </Button>
            )}
            {offered.map((step) => (
              <Button
                key={step}
                variant="default"
                className={step === 'delete' ? 'danger' : ''}
                onClick={() => onStep(step)}
              >
                {t(`collection.${step}`)}
              </Button>
            ))}
          </>
        ),
      })}
    />
  );
}

/** Why the place of a collection is refused, by the code of each status (A-52, ERR-07). */
const meanings = ['destination-is-descendant', 'forbidden', 'not-found', 'last-parent', 'stale'] as const;

function useMeaning() {
  const { t } = useTranslation('editing');
  return (failure: unknown) => {
    const code = failure instanceof ApiProblem ? failure.problem.code : undefined;
    const known = meanings.find((one) => one === code);
    if (known === undefined) return describeProblem(failure);
    return { title: t(`place.refused.${known}.title`), next: t(`place.refused.${known}.next`) };
  };
}

type StepProps = CollectionDialogsProps & { onBack(): void };

function Place({
  collection,
  parentId,
  way,
  onClose,
  onGone,
  onBack,
  opened,
}: StepProps & { way: 'move' | 'link' }) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const [target, setTarget] = useState<string>();
  const meaning = useMeaning();
  const from = arrivedBy(collection, parentId);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onCancel={onBack}
      title={t(`collection.${way}`)}
      size="lg"
      confirmWord={t('form.confirm')}
      disabled={target === undefined}
      failedWord={t(`collection.${way}Failed`)}
      describe={meaning}
      work={async () => {
        if (target === undefined) return;
        await placeCollection(collection.uuid, (parents) => [
          ...parents.filter((parent) => way === 'link' || parent !== from),
          target,
        ]);
        notify('success', { title: t(way === 'move' ? 'collection.moved' : 'collection.linked') });
        onClose();
        if (way === 'move') onGone(collection.uuid);
      }}
    >
      <CollectionPicker
        except={[collection.uuid, ...collection.parentCollectionsUuids]}
        chosen={target}
        onChoose={setTarget}
      />
    </ConfirmDialog>
  );
}

function Unlink({ collection, parentId, opened, onClose, onGone, onBack }: StepProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const meaning = useMeaning();
  const from = arrivedBy(collection, parentId);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onCancel={onBack}
      title={t('collection.unlink')}
      confirmWord={t('collection.unlink')}
      failedWord={t('collection.unlinkFailed')}
      describe={meaning}
      work={async () => {
        await placeCollection(collection.uuid, (parents) => parents.filter((parent) => parent !== from));
        notify('success', { title: t('collection.unlinked') });
        onClose();
        onGone(from);
      }}
    >
      <p className={classes.question}>
        {t('collection.unlinkQuestion', { title: titleOf(collection, t('catalogue:untitled')) })}
      </p>
    </ConfirmDialog>
  );
}

function Summary({ collection, opened, onClose }: CollectionDialogsProps) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const summary = useQuery(summaryQuery(collection.uuid));
  const data = summary.data;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('summary.title')}>
      {data === undefined ? (
        summary.error ? (
          <Failed error={summary.error} onRetry={() => void summary.refetch()} />
        ) : (
          <Skeleton height={220} />
        )
      ) : (
        <dl className={classes.figures}>
          {(['collections', 'culturalItems', 'images'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`summary.${name}`)}</dt>
              <dd className="tabular">{grouped(data[name])}</dd>
            </div>
          ))}
          {Object.entries(data.byState).map(([state, count]) => (
            <div key={state}>
              <dt>{t('summary.inState', { state })}</dt>
              <dd className="tabular">{grouped(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
