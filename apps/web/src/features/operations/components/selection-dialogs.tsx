import type { BatchAction } from '@armarium/contract/batches';
import type { ItemSelection } from '@armarium/contract/item-query';
import { Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isProblem } from '../../../lib/api-client.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { displayTitle, titleOf } from '../../../ui/display-title.ts';
import { beginBatch, selectionParentsQuery } from '../api/batches.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { collectionQuery } from '../../../records/api/collection.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { choose, itemSelection, nothing } from '../../../records/selection/selection.ts';
import { watchBatch } from '../state/watched-batches.ts';
import classes from '../../record-entry/components/collection-dialogs.module.css';
import { CollectionPicker } from '../../../records/components/collection-picker.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CollectionWay } from '../../../records/components/collection-way.tsx';
import { useCountWords } from '../../../records/components/count-words.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';

/** To delete more items than this, their number has to be typed. */
const NUMBER_ASKED_FROM = 50;

export interface SelectionDialogProps {
  picking: Picking;
  /** The collection whose items these are; undefined among the results of a search. */
  collectionUuid: string | undefined;
  onClose(): void;
}

/**
 * Starts a batch for the chosen items and lets its progress be seen. Items that are gone meanwhile are taken out of
 * the selection, and the dialog says so; likewise where a list is not what it was.
 * @param empties whether the items leave the list, and the selection with them
 */
export function useStart({ picking, onClose }: SelectionDialogProps, empties: boolean) {
  const { t } = useTranslation('selection');
  const { query, selection, total, change } = picking;
  const [heading, setHeading] = useState<string>();
  const items: ItemSelection = itemSelection(selection, query, total);
  return {
    items,
    /** @param previewed the items whose preview was shown: what was seen is what is changed */
    start: async (action: BatchAction, previewed = items) => {
      const batch = await beginBatch(previewed, action);
      watchBatch(batch.uuid);
      onClose();
      if (!empties) return;
      change(nothing);
      // The bar that had the focus has gone.
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    describe: (failure: unknown) => {
      const text = describeProblem(failure);
      return heading === undefined ? text : { ...text, title: heading };
    },
    onFailure: (failure: unknown) => {
      const lost = goneOf(failure, selection.uuids);
      const isOther = isProblem(failure, 'selection-changed');
      setHeading(
        lost.length > 0 ? t('goneTitle', { count: lost.length, formatted: grouped(lost.length) }) : undefined,
      );
      if (lost.length > 0) change(choose(selection, lost, false));
      if (lost.length > 0 || isOther) void recordsChanged();
    },
  };
}

/** The chosen items that an answer says aren't there any more. */
export function goneOf(failure: unknown, uuids: readonly string[]): string[] {
  const fields = failure instanceof ApiProblem ? failure.problem.fields : [];
  return fields.flatMap(({ name }) => {
    const index = /^selection\.uuids\[(\d+)\]$/.exec(name)?.[1];
    const uuid = index === undefined ? undefined : uuids[Number(index)];
    return uuid === undefined ? [] : [uuid];
  });
}

/** `Move`: another collection instead of this one, or of the one that is chosen among their parents. */
export function MoveItems(props: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'editing', 'catalogue']);
  const { picking, collectionUuid, onClose } = props;
  const [parent, setParent] = useState<string>();
  const [target, setTarget] = useState<string>();
  const { items, start, ...failing } = useStart(props, true);
  const from = collectionUuid ?? parent;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      size="lg"
      title={t('moveTitle', { count: picking.count, formatted: grouped(picking.count) })}
      confirmWord={t('editing:form.confirm')}
      disabled={picking.count === 0 || from === undefined || target === undefined}
      work={async () => {
        if (from !== undefined && target !== undefined) await start({ kind: 'move', from, to: target });
      }}
      {...failing}
    >
      {collectionUuid === undefined && (
        <>
          <Parents selection={items} chosen={parent} onChoose={setParent} label={t('moveFrom')} />
          <Text size="sm" fw={500} mb={4} aria-hidden>
            {t('catalogue:place.destination')}
          </Text>
        </>
      )}
      <CollectionPicker except={from === undefined ? [] : [from]} chosen={target} onChoose={setTarget} />
    </ConfirmDialog>
  );
}

/** `Link to`: one more collection. */
export function LinkItems(props: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'editing']);
  const { picking, collectionUuid, onClose } = props;
  const [target, setTarget] = useState<string>();
  const { start, items: _items, ...failing } = useStart(props, false);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      size="lg"
      title={t('linkTitle', { count: picking.count, formatted: grouped(picking.count) })}
      confirmWord={t('editing:form.confirm')}
      disabled={picking.count === 0 || target === undefined}
      work={async () => {
        if (target !== undefined) await start({ kind: 'link', to: target });
      }}
      {...failing}
    >
      <CollectionPicker
        except={collectionUuid === undefined ? [] : [collectionUuid]}
        chosen={target}
        onChoose={setTarget}
      />
    </ConfirmDialog>
  );
}

/** `Unlink`, in the results of a search `Remove`: out of this collection, or of one of their parents. */
export function UnlinkItems(props: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'catalogue']);
  const { picking, collectionUuid, onClose } = props;
  const [parent, setParent] = useState<string>();
  const { items, start, ...failing } = useStart(props, true);
  const from = collectionUuid ?? parent;
  const here = useQuery({ ...collectionQuery(collectionUuid), enabled: collectionUuid !== undefined });
  const figures = { count: picking.count, formatted: grouped(picking.count) };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(collectionUuid === undefined ? 'removeTitle' : 'unlinkTitle', figures)}
      confirmWord={t(collectionUuid === undefined ? 'remove' : 'unlink')}
      disabled={picking.count === 0 || from === undefined}
      work={async () => {
        if (from !== undefined) await start({ kind: 'unlink', from });
      }}
      {...failing}
    >
      {collectionUuid === undefined ? (
        <Parents selection={items} chosen={parent} onChoose={setParent} label={t('removeFrom')} />
      ) : (
        <p className={classes.question}>
          {t('unlinkQuestion', {
            ...figures,
            title: here.data ? titleOf(here.data, t('catalogue:untitled')) : '…',
          })}
        </p>
      )}
      <Text c="dimmed" size="sm" mt="sm">
        {t('lastParentStays')}
      </Text>
    </ConfirmDialog>
  );
}

/** `Delete`: to the trash, with a reason. */
export function DeleteItems(props: SelectionDialogProps) {
  const { t } = useTranslation('selection');
  const { picking, onClose } = props;
  const { count } = picking;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const { start, items: _items, ...failing } = useStart(props, true);
  const isSure = count > 0 && (count <= NUMBER_ASKED_FROM || typed.replace(/\D/g, '') === String(count));
  const figures = { count, formatted: grouped(count) };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('deleteTitle', figures)}
      confirmWord={t('delete')}
      dangerous
      disabled={!isSure}
      work={() => start({ kind: 'trash', ...(reason.trim() && { reason: reason.trim() }) })}
      {...failing}
    >
      <Stack gap="md">
        <p className={classes.question}>{t('deleteQuestion', figures)}</p>
        <TextInput
          label={t('reason')}
          value={reason}
          maxLength={1000}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {count > NUMBER_ASKED_FROM && (
          <TextInput
            label={t('typeNumber', figures)}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

interface ParentsProps {
  selection: ItemSelection;
  chosen: string | undefined;
  onChoose(uuid: string): void;
  label: string;
}

/** The collections that hold the chosen items, none of them chosen beforehand (SEARCH-37). */
function Parents({ selection, chosen, onChoose, label }: ParentsProps) {
  const { t } = useTranslation('catalogue');
  const counts = useCountWords();
  const parents = useQuery(selectionParentsQuery(selection));
  if (parents.error) return <Failed error={parents.error} onRetry={() => void parents.refetch()} />;
  if (!parents.data) return <Skeleton height={96} mb="md" />;
  const listed = parents.data.collections.map((one) => ({
    ...one,
    title: displayTitle(one.sgtt) || t('untitled'),
  }));
  return (
    <Radio.Group label={label} value={chosen ?? null} onChange={onChoose} mb="md">
      <Stack gap={6} mt={6}>
        {listed.map(({ uuid, title, items }) => {
          const namesakes = listed.filter((one) => one.uuid !== uuid && one.title === title);
          return (
            <Radio
              key={uuid}
              value={uuid}
              label={
                <span className="record-title" dir="auto">
                  {title}
                </span>
              }
              description={
                <>
                  {counts.items(items)}
                  {namesakes.length > 0 && (
                    <CollectionWay uuid={uuid} namesakes={namesakes.map((one) => one.uuid)} />
                  )}
                </>
              }
            />
          );
        })}
      </Stack>
    </Radio.Group>
  );
}
