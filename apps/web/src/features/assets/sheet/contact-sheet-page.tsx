import type { ContactSheet } from '@armarium/contract/contact-sheet';
import { ActionIcon, Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconPhoto,
  IconPhotoOff,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRotate,
  IconRotate2,
  IconRotateClockwise,
  IconRowInsertBottom,
  IconSortAscending2,
  IconTag,
  IconTransform,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { isProblem } from '../../../lib/api-client.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { useOpener } from '../../../ui/opener.ts';
import { contactSheetQuery } from '../api/contact-sheet.ts';
import classes from './contact-sheet-page.module.css';
import { SheetGrid, type CellSize } from './sheet-grid.tsx';
import { marksOf, type Marks } from './sheet-marks.ts';
import { movedTo, shifted, sortedByFile } from './sheet-order.ts';
import { among, nothingChosen } from './sheet-selection.ts';
import { useSheetChanges, type ChangeKind, type Outcome } from './use-sheet-changes.ts';
import { FoliationDialog } from './foliation-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

/**
 * All images of an item at a glance: to be looked through for what is missing, double or turned, turned, put in order
 * and labelled (issue 6).
 */
export function ContactSheetPage({
  collectionUuid,
  uuid,
  notFound,
}: {
  collectionUuid: string;
  uuid: string;
  notFound: ReactNode;
}) {
  const { t } = useTranslation('sheet');
  const { data, error, refetch } = useQuery(contactSheetQuery(uuid));
  const title = data && (displayTitle(data.sheet.sgtt) || t('untitled'));
  useDocumentTitle(title === undefined ? undefined : t('titleOf', { title }));
  if (!data) {
    if (error === null) {
      return (
        <div className={classes.page} aria-busy>
          <div className={classes.head}>
            <Skeleton height={30} width={320} />
          </div>
        </div>
      );
    }
    return isProblem(error, 'not-found') ? notFound : <Failed error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Sheet sheet={data.sheet} home={`/catalog/${collectionUuid}/cultural-item/${uuid}`} title={title ?? ''} />
  );
}

function Sheet({ sheet, home, title }: { sheet: ContactSheet; home: string; title: string }) {
  const { t } = useTranslation('sheet');
  const navigate = useNavigate();
  const changes = useSheetChanges(sheet);
  const { images, isBusy } = changes;
  const order = images.map((image) => image.uuid);
  const [picked, setPicked] = useState(nothingChosen);
  const selection = among(picked, order);
  const chosen = selection.chosen;
  const [size, setSize] = useState<CellSize>(() =>
    window.matchMedia('(max-width: 48em)').matches ? 'small' : 'middle',
  );
  const [asked, setAsked] = useState<'labels' | 'move'>();
  const [isSorted, setSorted] = useState(false);
  const [undone, setUndone] = useState<ChangeKind>();
  const opener = useOpener();
  // Of a thousand images they take longer than a key may wait for: behind the new order, not with it.
  const seen = useDeferredValue(images);
  const marks = useMemo(() => {
    const all = marksOf(seen);
    return new Map(seen.flatMap(({ uuid }, index) => (all[index] ? [[uuid, all[index]] as const] : [])));
  }, [seen]);
  const mayArrange = sheet.allowedActions.includes('arrange');
  const mayRotate = sheet.allowedActions.includes('rotate');
  const mayLabel = images.some(({ allowedActions }) => allowedActions.includes('edit'));
  const active = selection.active === undefined ? 0 : order.indexOf(selection.active) + 1;
  const open = async (position: number) => {
    const image = order[position - 1];
    // By its place in the order that the page of the item will find.
    const place = image === undefined ? undefined : await changes.savedPlace(image);
    if (place !== undefined) void navigate(`${home}?image=${place}`);
  };
  const ready = images.filter(({ uuid, importState }) => chosen.has(uuid) && importState !== 'ERROR');

  const begin = (what: 'labels' | 'move') => {
    opener.keep();
    setAsked(what);
  };
  const end = () => {
    setAsked(undefined);
    opener.giveBack();
  };
  const reorder = (next: readonly string[]) => {
    setSorted(false);
    void changes.reorder(next);
  };
  const turn = (degrees: 90 | 180 | 270) =>
    void changes.turn(
      ready.map(({ uuid }) => uuid),
      degrees,
    );
  const sort = () => {
    const sorted = sortedByFile(images).map(({ uuid }) => uuid);
    if (sorted.every((uuid, place) => uuid === order[place])) {
      changes.forgetOutcome();
      setSorted(true);
    } else reorder(sorted);
  };
  const choose = (uuids: readonly string[]) => {
    const [first] = uuids;
    setPicked({ chosen: new Set(uuids), active: first, anchor: first });
  };
  const marked = (isMarked: (mark: Marks) => boolean) =>
    order.filter((uuid) => {
      const mark = marks.get(uuid);
      return mark !== undefined && isMarked(mark);
    });
  const findings = [
    { key: 'turned', Icon: IconRotate2, uuids: marked(({ isTurned }) => isTurned) },
    { key: 'duplicates', Icon: IconCopy, uuids: marked(({ sameAs }) => sameAs.length > 0) },
    { key: 'gaps', Icon: IconRowInsertBottom, uuids: marked(({ missing }) => missing.length > 0) },
    {
      key: 'failedChanges',
      Icon: IconAlertTriangle,
      uuids: images.flatMap(({ uuid, lastChangeFailed }) => (lastChangeFailed ? [uuid] : [])),
    },
  ].filter(({ uuids }) => uuids.length > 0);
  const none = chosen.size === 0;
  const undoWord = changes.undoOf ?? undone;
  const mayUndo = changes.undoOf !== undefined && !isBusy;
  const buttons = [
    ...(mayRotate
      ? [
          {
            key: 'rotateLeft',
            Icon: IconRotate,
            disabled: isBusy || ready.length === 0,
            run: () => turn(270),
          },
          {
            key: 'rotateRight',
            Icon: IconRotateClockwise,
            disabled: isBusy || ready.length === 0,
            run: () => turn(90),
          },
          {
            key: 'rotateAround',
            Icon: IconTransform,
            disabled: isBusy || ready.length === 0,
            run: () => turn(180),
          },
        ]
      : []),
    ...(mayArrange
      ? [
          {
            key: 'toStart',
            Icon: IconPlayerSkipBack,
            disabled: none,
            run: () => reorder(movedTo(order, chosen, 1)),
          },
          {
            key: 'back1',
            Icon: IconChevronLeft,
            disabled: none,
            run: () => reorder(shifted(order, chosen, -1)),
          },
          {
            key: 'forward1',
            Icon: IconChevronRight,
            disabled: none,
            run: () => reorder(shifted(order, chosen, 1)),
          },
          {
            key: 'toEnd',
            Icon: IconPlayerSkipForward,
            disabled: none,
            run: () => reorder(movedTo(order, chosen, order.length)),
          },
        ]
      : []),
  ];

  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link className={classes.back} to={home} aria-label={t('back')} title={t('back')}>
          <IconArrowLeft size={22} stroke={1.7} aria-hidden />
        </Link>
        <div className={classes.words}>
          <h1 className={`${classes.title} record-title`} dir="auto">
            {t('titleOf', { title })}
          </h1>
          <p className={`${classes.place} tabular`}>
            <span dir="auto">{sheet.pressmark}</span>
            <span>{t('images', { count: images.length, number: grouped(images.length) })}</span>
          </p>
        </div>
        <SegmentedControl
          aria-label={t('size')}
          size="sm"
          value={size}
          onChange={setSize}
          data={(['small', 'middle', 'large'] as const).map((value) => ({
            value,
            label: t(`sizes.${value}`),
          }))}
        />
      </header>
      {images.length === 0 ? (
        <EmptyState icon={<IconPhotoOff size={40} stroke={1.2} />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <div className={classes.bar} role="toolbar" aria-label={t('actions')}>
            <Group gap={6} className={classes.tools ?? ''}>
              <Button
                variant="default"
                size="compact-md"
                onClick={() => setPicked({ ...selection, chosen: none ? new Set(order) : new Set() })}
              >
                {none ? t('all') : t('none')}
              </Button>
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconPhoto size={17} />}
                title={active > 0 ? t('openImage', { position: grouped(active) }) : undefined}
                aria-disabled={active === 0}
                onClick={() => active > 0 && void open(active)}
              >
                {t('open')}
              </Button>
              {buttons.map(({ key, Icon, disabled, run }) => (
                <ActionIcon
                  key={key}
                  variant="default"
                  size={34}
                  aria-label={t(key)}
                  title={t(key)}
                  // Disabled by word, so that the focus stays where the hand is.
                  aria-disabled={disabled}
                  data-disabled={disabled || undefined}
                  onClick={() => !disabled && run()}
                >
                  <Icon size={19} aria-hidden />
                </ActionIcon>
              ))}
              {mayArrange && (
                <Button variant="default" size="compact-md" disabled={none} onClick={() => begin('move')}>
                  {t('moveToButton')}
                </Button>
              )}
              {mayLabel && (
                <Button
                  variant="default"
                  size="compact-md"
                  leftSection={<IconTag size={17} />}
                  onClick={() => begin('labels')}
                >
                  {t('label')}
                </Button>
              )}
              {mayArrange && (
                <Button
                  variant="default"
                  size="compact-md"
                  leftSection={<IconSortAscending2 size={17} />}
                  onClick={sort}
                >
                  {t('sort')}
                </Button>
              )}
              {undoWord && (
                <Button
                  variant="default"
                  size="compact-md"
                  leftSection={<IconArrowBackUp size={17} />}
                  // With nothing more to undo it stays, disabled by word: the focus stands on it.
                  aria-disabled={mayUndo ? undefined : true}
                  onClick={() => {
                    if (!mayUndo) return;
                    setUndone(changes.undoOf);
                    void changes.undo();
                  }}
                >
                  {t(`undoOf.${undoWord}`)}
                </Button>
              )}
            </Group>
            <p className={`${classes.count} tabular`} role="status">
              <span>{t('chosen', { count: chosen.size, number: grouped(chosen.size) })}</span>
              <span className={classes.outcome}>{isSorted ? t('sorted') : told(changes.outcome, t)}</span>
            </p>
          </div>
          <div className={classes.findings} role="group" aria-label={t('findings')}>
            {findings.length === 0 && <span>{t('clean')}</span>}
            {findings.map(({ key, Icon, uuids }) => (
              <button key={key} type="button" title={t('chooseThem')} onClick={() => choose(uuids)}>
                <Icon size={16} aria-hidden />
                {t(key, { count: uuids.length, number: grouped(uuids.length) })}
              </button>
            ))}
            <span id="sheet-keys" className="visually-hidden">
              {t('keys')}
            </span>
          </div>
          {changes.outcome?.of === 'failed' && (
            <div className={classes.failure}>
              <FailureAlert
                title={t(`failed.${changes.outcome.what}`)}
                text={describeProblem(changes.outcome.error)}
              />
            </div>
          )}
          <SheetGrid
            images={images}
            marks={marks}
            size={size}
            selection={selection}
            onSelect={setPicked}
            onReorder={mayArrange ? reorder : undefined}
            onOpen={(position) => void open(position)}
          />
        </>
      )}
      {asked === 'labels' && (
        <FoliationDialog
          images={images}
          chosen={chosen}
          write={async (labels) => {
            await changes.writeLabels(labels);
            end();
          }}
          onClose={end}
        />
      )}
      {asked === 'move' && (
        <MoveDialog
          total={images.length}
          move={(position) => {
            reorder(movedTo(order, chosen, position));
            end();
          }}
          onClose={end}
        />
      )}
    </div>
  );
}

/** What the last change came to; a failure is told where it stands. */
function told(outcome: Outcome | undefined, t: TFunction<'sheet'>): string {
  if (!outcome || outcome.of === 'failed') return '';
  if (outcome.of === 'order') return t('done.order');
  const count = outcome.of === 'undone' ? outcome.left : outcome.count;
  if (outcome.of === 'undone' && count === 0) return t('done.undone');
  return t(`done.${outcome.of === 'undone' ? 'undoneBut' : outcome.of}`, { count, number: grouped(count) });
}
