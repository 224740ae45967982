import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import type { ContentsPanelProps } from './contents-panel-props.ts';
import { editOf, type Gesture } from './entry-edits.ts';
import type { Outline } from './outline.ts';
import { openedFor, rowsOf } from './outline-rows.ts';
import { shortened } from './shortened.ts';

/** The id of the button for a new entry. @param panel the id of the panel */
export const newButtonOf = (panel: string) => `${panel}new`;

/** What can be done with the entries of the tree, and which branches of it are closed. */
export function useEntryActions(
  entries: Outline,
  { id, chosen, selected, present, tell, nameOf, placeOf, onSelect }: ContentsPanelProps,
) {
  const { t } = useTranslation('contents');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const entry = entries.find(({ uuid }) => uuid === selected);
  const around = { entries, selected: entry, images: chosen, placeOf };
  /** Brings an entry of a list into sight, and selects it. */
  const show = (next: Outline, uuid: string | undefined) => {
    setClosed((before) => openedFor(next, before, uuid));
    onSelect(uuid);
  };
  return {
    entry,
    rows: rowsOf(entries, closed),
    show,
    editOf: (gesture: Gesture) => editOf(gesture, around),
    perform(gesture: Gesture) {
      const edit = editOf(gesture, around);
      // A disabled button has the reason in its title. A key gets it as a message.
      if (!entry || 'not' in edit) return tell(t(`not.${'not' in edit ? edit.not : 'noEntry'}`));
      // The tree disappears with its last row, and would take the focus along.
      if (edit.entries.length === 0) document.getElementById(newButtonOf(id))?.focus();
      show(edit.entries, edit.selected);
      const { count = 0, image } = edit;
      const values = {
        label: shortened(entry.label),
        count,
        number: grouped(count),
        image: image ? nameOf(image) : '',
      };
      void present({ contents: edit.entries }, t(`said.${edit.said}`, values));
    },
    toggle(uuid: string) {
      const next = new Set(closed);
      if (!next.delete(uuid)) next.add(uuid);
      setClosed(next);
      // What is selected stays in sight.
      if (!rowsOf(entries, next).some((row) => row.entry.uuid === selected)) onSelect(uuid);
    },
    /** @param index of the entry that was dragged, in the list before */
    drop(next: Outline, index: number) {
      const dropped = entries[index];
      if (!dropped) return;
      show(next, dropped.uuid);
      void present({ contents: next }, t('said.moved', { label: shortened(dropped.label) }));
    },
  };
}
