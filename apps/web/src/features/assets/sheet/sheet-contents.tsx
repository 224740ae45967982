import { ContentsPanel } from '../contents/contents-panel.tsx';
import { endsOfChosen, type SheetSelection } from './sheet-selection.ts';
import type { SheetChanges } from './use-sheet-changes.ts';
import type { SheetSide } from './use-sheet-contents.ts';

interface SheetContentsProps {
  side: SheetSide;
  changes: SheetChanges;
  selection: SheetSelection;
  onChoose(selection: SheetSelection): void;
}

/** The panel of the table of contents, where it is open. */
export function SheetContents({ side, changes, selection, onChoose }: SheetContentsProps) {
  if (!side.isShown) return null;
  const { panel, ranges, labels, nameOf, placeOf, selected, onSelect } = side;
  const { images, contents, present, tell } = changes;
  const order = images.map(({ uuid }) => uuid);
  return (
    <ContentsPanel
      id={panel}
      {...{ contents, present, tell, images, ranges, labels, nameOf, placeOf, selected, onSelect }}
      // Keys act on one image where none is chosen; buttons do not.
      chosen={selection.chosen.size > 0 ? endsOfChosen(selection, order) : undefined}
      active={selection.active}
      onNew={() => side.begin(selection)}
      onNewEnded={(isKept) => {
        side.giveBack();
        // The next entry begins with other images.
        if (isKept) onChoose({ ...selection, chosen: new Set() });
      }}
      onClose={side.close}
    />
  );
}
