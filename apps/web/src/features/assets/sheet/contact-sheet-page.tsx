import type { ContactSheet } from '@armarium/contract/contact-sheet';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isProblem } from '../../../lib/api-problem.ts';
import { translate } from '../../../lib/i18n.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { useOpener } from '../../../ui/opener.ts';
import { contactSheetQuery } from '../api/contact-sheet.ts';
import classes from './contact-sheet-page.module.css';
import { hasLabelDrafts } from '../contents/use-label-drafts.ts';
import { FoliationDialog } from './foliation-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { SheetFindings } from './sheet-findings.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import { movedTo, sortedByFile } from './sheet-order.ts';
import { among, nothingChosen } from './sheet-selection.ts';
import { SheetToolbar } from './sheet-toolbar.tsx';
import { useSheetChanges } from './use-sheet-changes.ts';
import type { CellSize } from './use-sheet-rows.ts';
import { SheetHead } from './sheet-head.tsx';
import { failedKey, outcomeWords } from './sheet-outcome.ts';
import { useMarks } from './use-marks.ts';
import { SheetContents } from './sheet-contents.tsx';
import { useSheetContents } from './use-sheet-contents.ts';

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
  // A label that was typed before the page was left is in sight again.
  const [showsContents, setShowsContents] = useState(() => hasLabelDrafts(sheet.uuid));
  const changes = useSheetChanges(sheet, showsContents);
  const { images, outcome } = changes;
  const side = useSheetContents(sheet.uuid, changes, showsContents, setShowsContents);
  const order = images.map((image) => image.uuid);
  const [picked, setPicked] = useState(nothingChosen);
  const selection = among(picked, order);
  const [size, setSize] = useState<CellSize>(() =>
    window.matchMedia('(max-width: 48em)').matches ? 'small' : 'middle',
  );
  const [dialog, setDialog] = useState<'labels' | 'move'>();
  const [isSorted, setSorted] = useState(false);
  const opener = useOpener();
  const marks = useMarks(images);
  const open = async (position: number) => {
    const image = order[position - 1];
    // By its place in the order that the page of the item will find.
    const place = image === undefined ? undefined : await changes.savedPlace(image);
    if (place !== undefined) void navigate(`${home}?image=${place}`);
  };
  const begin = (what: 'labels' | 'move') => {
    opener.keep();
    setDialog(what);
  };
  const end = () => {
    setDialog(undefined);
    opener.giveBack();
  };
  const reorder = (next: readonly string[]) => {
    setSorted(false);
    void changes.reorder(next);
  };
  const sort = () => {
    const sorted = sortedByFile(images).map(({ uuid }) => uuid);
    if (sorted.every((uuid, place) => uuid === order[place])) {
      changes.forgetOutcome();
      setSorted(true);
    } else reorder(sorted);
  };

  return (
    <div className={classes.page}>
      <SheetHead {...{ sheet, home, title, size }} count={images.length} onSize={setSize} />
      {images.length === 0 ? (
        <EmptyState icon={<IconPhotoOff size={40} stroke={1.2} />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <SheetToolbar
            {...{ sheet, changes, selection }}
            said={isSorted ? t('sorted') : outcomeWords(outcome, t)}
            onSelect={setPicked}
            onOpen={(position) => void open(position)}
            onReorder={reorder}
            onSort={sort}
            onAsk={begin}
            side={side}
          />
          <SheetFindings images={images} marks={marks} onSelect={setPicked} />
          {outcome?.of === 'failed' && (
            <div className={classes.failure}>
              <FailureAlert
                title={translate(failedKey(outcome.what))}
                text={describeProblem(outcome.error)}
              />
            </div>
          )}
          <div className={classes.work}>
            <SheetContents {...{ side, changes, selection }} onChoose={setPicked} />
            <SheetGrid
              {...{ images, marks, size, selection }}
              marked={side.marked}
              onSelect={setPicked}
              onReorder={sheet.allowedActions.includes('arrange') ? reorder : undefined}
              onOpen={(position) => void open(position)}
              onEntry={side.begin}
            />
          </div>
        </>
      )}
      {dialog === 'labels' && (
        <FoliationDialog
          images={images}
          chosen={selection.chosen}
          write={async (labels) => {
            await changes.writeLabels(labels);
            end();
          }}
          onClose={end}
        />
      )}
      {dialog === 'move' && (
        <MoveDialog
          total={images.length}
          move={(position) => {
            reorder(movedTo(order, selection.chosen, position));
            end();
          }}
          onClose={end}
        />
      )}
    </div>
  );
}
