import { Button } from '@mantine/core';
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { droppedOn } from '../api/item.ts';
import { meantByPressmark, type Meant } from '../api/meant-by-pressmark.ts';
import { addDropped, entriesOfPlan, keysOfTwins, type GroupEntry } from '../state/drop-entries.ts';
import {
  assetOf,
  filesTaken,
  inOrder,
  planDrop,
  type DroppedFile,
  type PlannedFile,
} from '../state/drop-plan.ts';
import { chosenFiles, entriesOf, readEntries } from '../state/dropped-files.ts';
import type { NewUpload } from '../state/upload-engine.ts';
import { useUploadEngine } from '../state/uploads.ts';
import classes from './drop-dialog.module.css';
import { DropGroup, problemOf } from './drop-group.tsx';
import { useLeaveQuestion } from './leave-question.tsx';

export interface DropTarget {
  collection: { uuid: string; sgtt: string };
  /** Files go to this item, whatever their names tell. */
  itemUuid?: string;
}

interface DropDialogProps extends DropTarget {
  /** What was dropped on the page; nothing where the dialog was opened by its button. */
  entries: readonly (FileSystemEntry | File)[];
  onClose(): void;
}

const LOOKUP_DELAY_MS = 350;

/** Shows what will be uploaded of dropped or chosen files, item by item, before anything starts. */
export function DropDialog({ collection, itemUuid, entries, onClose }: DropDialogProps) {
  const { t } = useTranslation('dropping');
  const engine = useUploadEngine();
  const queryClient = useQueryClient();
  const isGiven = itemUuid !== undefined;
  const [chosen, setChosen] = useState<readonly DroppedFile[]>([]);
  const [groups, setGroups] = useState<readonly GroupEntry[]>([]);
  const [notes, setNotes] = useState<Notes>();
  const [reading, setReading] = useState(0);
  const [settled] = useDebouncedValue(groups, LOOKUP_DELAY_MS);
  const folder = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const item = useQuery({ ...droppedOn(itemUuid ?? ''), enabled: isGiven });
  const lookups = useQueries({
    queries: settled.map(({ key, pressmark }) => ({
      ...meantByPressmark(pressmark.trim(), pressmark === key),
      enabled: !isGiven && pressmark.trim() !== '',
    })),
  });
  const { asking, requestClose, question } = useLeaveQuestion(
    () => chosen.length > 0 || reading > 0,
    onClose,
  );

  // Through the ref: a folder is read for a while, in which more may be dropped.
  const all = useRef(chosen);
  const take = (dropped: readonly DroppedFile[]) => {
    if (dropped.length === 0) return;
    const { files, again } = addDropped(all.current, dropped);
    all.current = files;
    const plan = planDrop(files);
    setChosen(files);
    setGroups((before) => entriesOfPlan(plan, before, isGiven));
    setNotes({ leftOut: plan.leftOut, again: again.map(({ file }) => file.name) });
  };
  const takeChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = chosenFiles(currentTarget.files ?? []);
    // Or the same choice again would be no change.
    currentTarget.value = '';
    take(files);
  };
  const readAndTake = async (dropped: readonly (FileSystemEntry | File)[]) => {
    setReading((before) => before + 1);
    take(await readEntries(dropped));
    setReading((before) => before - 1);
  };
  // Anywhere: the dialog is all that can be used now. Text that is dragged into a field is the field's.
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  useWindowEvent('dragover', (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  useWindowEvent('drop', (event) => {
    if (!holdsFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    void readAndTake(entriesOf(event.dataTransfer));
  });
  const first = useRef(entries);
  useEffect(() => {
    if (first.current.length > 0) void readAndTake(first.current);
    // Once, with what the dialog was opened for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const twins = keysOfTwins(groups);
  const found = new Map(
    settled.map(({ key, pressmark }, index) => [key, { asked: pressmark.trim(), lookup: lookups[index] }]),
  );
  const shown = groups.map((group) => {
    const answer = found.get(group.key);
    // What was found holds for what was asked, not for what has been typed since.
    const lookup = answer?.asked === group.pressmark.trim() ? answer.lookup : undefined;
    const { holder, alike = noneAlike }: Partial<Meant> = isGiven
      ? { holder: item.data }
      : (lookup?.data ?? {});
    const failed = !isGiven && lookup?.isError === true;
    return {
      group,
      holder,
      alike,
      failed,
      problem: problemOf(group, holder, { twice: twins.has(group.key), failed, isGiven, alike }),
    };
  });
  const included = shown
    .filter(({ group }) => group.included)
    .map((one) => ({ ...one, ...filesTaken(one.group.files, one.holder === null) }));
  const count = included.reduce((sum, { taken }) => sum + taken.length, 0);
  const isReady =
    count > 0 && included.every(({ problem, holder }) => problem === undefined && holder !== undefined);
  const namesLeft = (isNew: boolean) =>
    included
      .filter(({ holder }) => (isNew ? holder === null : holder))
      .flatMap(({ pdfsLeft }) => pdfsLeft.map(({ file }) => file.name));

  const upload = () => {
    if (engine === undefined || !isReady) return;
    // Several ways to write a pressmark may lead to one item.
    const uploads = new Map<string, (typeof included)[number] & { taken: PlannedFile[] }>();
    for (const one of included) {
      const key = one.holder?.uuid ?? one.group.key;
      uploads.set(key, { ...one, taken: [...(uploads.get(key)?.taken ?? []), ...one.taken] });
    }
    for (const { group, holder, taken } of uploads.values()) {
      const assets = inOrder(taken).map(assetOf);
      if (holder === undefined || assets.length === 0) continue;
      const target: NewUpload['target'] = holder
        ? {
            kind: 'existing',
            uuid: holder.uuid,
            sgtt: displayTitle(holder.sgtt || holder.label),
            autn: holder.autn,
            pressmark: holder.pressmark,
          }
        : { kind: 'new', sgtt: group.title.trim(), autn: '', pressmark: group.pressmark.trim() };
      const parents = holder?.parentCollectionsUuids ?? [];
      const way = parents.includes(collection.uuid) ? undefined : parents[0];
      engine.start({ target, collectionUuid: way ?? collection.uuid, assets });
    }
    onClose();
  };
  const change = useCallback(
    (entry: GroupEntry) =>
      setGroups((before) => before.map((group) => (group.key === entry.key ? entry : group))),
    [],
  );
  const lookAgain = useCallback(
    (pressmark: string) =>
      void queryClient.refetchQueries({
        queryKey: meantByPressmark(pressmark.trim(), true).queryKey.slice(0, -1),
      }),
    [queryClient],
  );
  const title = item.data ? displayTitle(item.data.sgtt || item.data.label) : '';

  return (
    <>
      <Dialog
        opened
        onClose={requestClose}
        closeOnEscape={!asking}
        title={t(isGiven ? 'titleItem' : 'title')}
        size={820}
        centered
      >
        <p className={classes.text}>{isGiven ? title !== '' && t('textItem', { title }) : t('text')}</p>
        {item.isError && (
          <>
            <p role="alert">{`${t('failed')}. ${describeProblem(item.error).title}`}</p>
            <Button variant="default" mb="sm" onClick={() => void item.refetch()}>
              {t('retry')}
            </Button>
          </>
        )}
        <div className={classes.choose}>
          <Button
            variant={notes ? 'default' : 'filled'}
            data-autofocus
            onClick={() => picker.current?.click()}
          >
            {t('choose')}
          </Button>
          <Button variant="default" onClick={() => folder.current?.click()}>
            {t('folder')}
          </Button>
          <span className={classes.hint}>{t('drop')}</span>
          <input ref={picker} type="file" hidden multiple onChange={takeChosen} />
          <input
            ref={folder}
            type="file"
            hidden
            multiple
            // Not among the properties that React's types know.
            {...{ webkitdirectory: '' }}
            onChange={takeChosen}
          />
        </div>
        <div role="status">
          {reading > 0 && <p className={classes.text}>{t('reading')}</p>}
          {notes && groups.length === 0 && <p className={classes.text}>{t('none')}</p>}
          <Names of="leftOut" names={notes?.leftOut ?? []} />
          <Names of="again" names={notes?.again ?? []} />
          <Names of="noPdf" names={namesLeft(false)} />
          <Names of="morePdf" names={namesLeft(true)} />
        </div>
        {groups.length > 0 && (
          <ul className={classes.groups} aria-label={t('groups')}>
            {shown.map(({ group, holder, alike, failed, problem }) => (
              <DropGroup
                key={group.key}
                {...{ group, holder, alike, failed, problem }}
                isGiven={isGiven}
                onChange={change}
                onLookAgain={lookAgain}
              />
            ))}
          </ul>
        )}
        <DialogActions>
          <Button variant="default" onClick={requestClose}>
            {t('cancel')}
          </Button>
          <Button disabled={!isReady || engine === undefined} onClick={upload}>
            {t('upload', { count })}
          </Button>
        </DialogActions>
      </Dialog>
      {question}
    </>
  );
}

interface Notes {
  leftOut: readonly string[];
  /** Chosen or dropped once more. */
  again: readonly string[];
}

const NAMES_TOLD = 5;
/** The same one for all, since a group is drawn anew only where something of it differs. */
const noneAlike: readonly string[] = [];

interface NamesProps {
  of: 'leftOut' | 'again' | 'noPdf' | 'morePdf';
  names: readonly string[];
}

function Names({ of, names }: NamesProps) {
  const { t, i18n } = useTranslation('dropping');
  if (names.length === 0) return null;
  const told = names.slice(0, NAMES_TOLD);
  if (names.length > told.length) told.push(t('andMore', { count: names.length - told.length }));
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'long' }).format(told);
  return <p className={classes.text}>{t(of, { count: names.length, names: list })}</p>;
}
