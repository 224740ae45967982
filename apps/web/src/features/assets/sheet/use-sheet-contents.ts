import { useId, useState } from 'react';
import { useOpener } from '../../../ui/opener.ts';
import { useLabelDrafts } from '../contents/use-label-drafts.ts';
import { endsOfChosen, type SheetSelection } from './sheet-selection.ts';
import { useRanges } from './use-ranges.ts';
import type { SheetChanges } from './use-sheet-changes.ts';

export type SheetSide = ReturnType<typeof useSheetContents>;

/** The table of contents beside the images: whether it is shown, its selected entry, and the labels that are typed. */
export function useSheetContents(
  item: string,
  { images, contents }: SheetChanges,
  isShown: boolean,
  setShown: (isShown: boolean) => void,
) {
  const [selected, onSelect] = useState<string>();
  const labels = useLabelDrafts(item);
  const opener = useOpener();
  const panel = useId();
  const { marked, ...ranges } = useRanges(images, contents.shown?.contents, selected);
  return {
    ...ranges,
    isShown,
    selected,
    onSelect,
    labels,
    /** The id of the panel; that of the button that opens it ends with `button`. */
    panel,
    /** The images of the selected entry, as long as it is shown. */
    marked: isShown ? marked : undefined,
    toggle: () => setShown(!isShown),
    close: () => {
      setShown(false);
      document.getElementById(`${panel}button`)?.focus();
    },
    /** Begins an entry with the chosen images; its label is typed in the panel. */
    begin: (from: SheetSelection) => {
      const ends = endsOfChosen(
        from,
        images.map(({ uuid }) => uuid),
      );
      if (!ends) return;
      opener.keep();
      setShown(true);
      labels.begin(ends.first, ends.last === ends.first ? null : ends.last);
    },
    /** What began an entry gets the focus back. */
    giveBack: opener.giveBack,
  };
}
