import { Button } from '@mantine/core';
import { useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { PlaceField } from '../../../records/places/place-field.tsx';
import { useKeepPlace } from '../../../records/places/use-keep-place.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { assetOf, filesTaken, inOrder, type DroppedFile, type PlannedFile } from '../state/drop-plan.ts';
import { chosenFiles } from '../state/dropped-files.ts';
import type { NewUpload } from '../state/new-upload.ts';
import { useUploadEngine } from '../state/uploads.ts';
import { useDroppedFiles } from '../state/use-dropped-files.ts';
import { nameList } from '../state/name-list.ts';
import classes from './drop-dialog.module.css';
import { DropGroup } from './drop-group.tsx';
import { useLeaveQuestion } from './leave-question.tsx';
import { useMeantItems, type JudgedGroup } from './use-meant-items.ts';

export interface DropTarget {
  /** The collection of the page. */
  collectionUuid: string;
  /** Files go to this item, whatever their names tell. */
  itemUuid?: string;
}

interface DropDialogProps extends DropTarget {
  /** What was dropped on the page; nothing where the dialog was opened by its button. */
  entries: readonly (FileSystemEntry | File)[];
  onClose(): void;
}

/** Shows what will be uploaded of dropped or chosen files, item by item, before anything starts. */
export function DropDialog({ collectionUuid, itemUuid, entries, onClose }: DropDialogProps) {
  const { t } = useTranslation('dropping');
  const [placeUuid, setPlaceUuid] = useState(collectionUuid);
  const [isPlacePending, setPlacePending] = useState(false);
  const keepPlace = useKeepPlace();
  const engine = useUploadEngine();
  const isGiven = itemUuid !== undefined;
  const { groups, changeGroup, notes, take, isReading, hasFiles } = useDroppedFiles(entries, isGiven);
  const { item, judged, lookAgain } = useMeantItems(groups, itemUuid);
  const { asking, requestClose, question } = useLeaveQuestion(
    () => hasFiles || isReading || isPlacePending,
    onClose,
  );
  const included = includedOf(judged);
  const count = included.reduce((sum, { taken }) => sum + taken.length, 0);
  const isReady =
    count > 0 &&
    !isPlacePending &&
    included.every(({ problem, holder }) => problem === undefined && holder !== undefined);
  const pdfsLeft = (isNew: boolean) =>
    included
      .filter(({ holder }) => (isNew ? holder === null : holder))
      .flatMap((one) => one.pdfsLeft.map(({ file }) => file.name));
  const upload = () => {
    if (engine === undefined || !isReady) return;
    const uploads = uploadsOf(included, placeUuid);
    for (const one of uploads) engine.start(one);
    if (uploads.some(({ target }) => target.kind === 'new')) keepPlace(placeUuid);
    onClose();
  };
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
        {!isGiven && (
          <PlaceField
            uuid={placeUuid}
            label={t('into')}
            onChoose={({ collection }) => setPlaceUuid(collection.uuid)}
            onPending={setPlacePending}
          />
        )}
        {item.isError && (
          <>
            <p role="alert">{`${t('failed')}. ${describeProblem(item.error).title}`}</p>
            <Button variant="default" mb="sm" onClick={() => void item.refetch()}>
              {t('retry')}
            </Button>
          </>
        )}
        <ChooseFiles isFirst={notes === undefined} onChoose={take} />
        <div role="status">
          {isReading && <p className={classes.text}>{t('reading')}</p>}
          {notes && groups.length === 0 && <p className={classes.text}>{t('none')}</p>}
          <Names of="leftOut" names={notes?.leftOut ?? []} />
          <Names of="again" names={notes?.again ?? []} />
          <Names of="noPdf" names={pdfsLeft(false)} />
          <Names of="morePdf" names={pdfsLeft(true)} />
        </div>
        {groups.length > 0 && (
          <ul className={classes.groups} aria-label={t('groups')}>
            {judged.map((one) => (
              <DropGroup
                key={one.group.key}
                {...one}
                isGiven={isGiven}
                onChange={changeGroup}
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

interface IncludedGroup extends JudgedGroup {
  taken: readonly PlannedFile[];
  pdfsLeft: readonly PlannedFile[];
}

/** The groups that are ticked, with the files that their items take. */
function includedOf(judged: readonly JudgedGroup[]): IncludedGroup[] {
  return judged
    .filter(({ group }) => group.included)
    .map((one) => ({ ...one, ...filesTaken(one.group.files, one.holder === null) }));
}

/** One upload for each item: several ways to write a pressmark may lead to the same one. */
function uploadsOf(included: readonly IncludedGroup[], collectionUuid: string): NewUpload[] {
  const byItem = new Map<string, IncludedGroup>();
  for (const one of included) {
    const key = one.holder?.uuid ?? one.group.key;
    byItem.set(key, { ...one, taken: [...(byItem.get(key)?.taken ?? []), ...one.taken] });
  }
  return [...byItem.values()].flatMap(({ group, holder, taken }): NewUpload[] => {
    const assets = inOrder(taken).map(assetOf);
    if (holder === undefined || assets.length === 0) return [];
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
    const way = parents.includes(collectionUuid) ? undefined : parents[0];
    return [{ target, collectionUuid: way ?? collectionUuid, assets }];
  });
}

interface ChooseFilesProps {
  /** Nothing was chosen yet. */
  isFirst: boolean;
  onChoose(files: readonly DroppedFile[]): void;
}

/** Chooses files or a folder by the browser's pickers. */
function ChooseFiles({ isFirst, onChoose }: ChooseFilesProps) {
  const { t } = useTranslation('dropping');
  const folder = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const takeChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = chosenFiles(currentTarget.files ?? []);
    // Or the same choice again would be no change.
    currentTarget.value = '';
    onChoose(files);
  };
  return (
    <div className={classes.choose}>
      <Button variant={isFirst ? 'filled' : 'default'} data-autofocus onClick={() => picker.current?.click()}>
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
  );
}

interface NamesProps {
  of: 'leftOut' | 'again' | 'noPdf' | 'morePdf';
  names: readonly string[];
}

function Names({ of, names }: NamesProps) {
  const { t, i18n } = useTranslation('dropping');
  if (names.length === 0) return null;
  const list = nameList(names, (count) => t('andMore', { count }), i18n.language);
  return <p className={classes.text}>{t(of, { count: names.length, names: list })}</p>;
}
