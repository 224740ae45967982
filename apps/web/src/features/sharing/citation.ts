import type { Item } from '@armarium/contract/items';
import { displayTitle } from '../../ui/display-title.ts';

/** An item, or a collection as one without a pressmark. */
export type Cited = Pick<Item, 'uuid' | 'sgtt' | 'label' | 'autn' | 'pressmark'>;

interface Citing {
  readonly item: Cited;
  /** The organisation that keeps it. */
  readonly keeper: string;
  readonly address: string;
  readonly untitled: string;
  readonly on: Date;
}

const titleOfCited = ({ item, untitled }: Citing) =>
  displayTitle(item.sgtt) || displayTitle(item.label) || untitled;

/**
 * A citation to be pasted: author, title, keeper, pressmark, address, and the day.
 * @param accessed the words for the day
 */
export function citationText(citing: Citing, accessed: string): string {
  const { item, keeper, address } = citing;
  const parts = [item.autn.trim(), titleOfCited(citing), keeper, item.pressmark].filter(
    (part) => part !== '',
  );
  return `${parts.join(', ')}. ${address} (${accessed}).`;
}

/** The same as a list of CSL-JSON (Citation Style Language 1.0.2), which Zotero and others read. */
export function citationFile(citing: Citing): string {
  const { item, keeper, address, on } = citing;
  const entry = {
    id: item.uuid,
    type: item.pressmark === '' ? 'collection' : 'manuscript',
    title: titleOfCited(citing),
    ...(item.autn.trim() !== '' && { author: [{ literal: item.autn.trim() }] }),
    archive: keeper,
    ...(item.pressmark !== '' && { 'call-number': item.pressmark }),
    URL: address,
    accessed: { 'date-parts': [[on.getFullYear(), on.getMonth() + 1, on.getDate()]] },
  };
  return JSON.stringify([entry], null, 2);
}
