import type { MetadataEntry } from '@armarium/contract/metadata';
import { type FieldFault, faultsOf } from '../record-entry/record-faults.ts';
import type { CellField } from './editable-cells.ts';

/** Why a cell holds a text that is not saved. */
export type CellFailure =
  | { readonly kind: 'fault'; readonly fault: FieldFault }
  | { readonly kind: 'refused'; readonly error: unknown; readonly list: readonly MetadataEntry[] }
  /** Somebody else changed the field meanwhile. */
  | { readonly kind: 'changed'; readonly theirs: readonly string[] }
  /** It was typed before the page was loaded again, or its cell went away while it was open. */
  | { readonly kind: 'unsaved' };

/** A text of a cell, until the server has it. */
export interface CellDraft {
  readonly field: CellField;
  readonly text: string;
  /** What the record held when the text was begun. */
  readonly base: readonly string[];
}

/** A text of a cell that the server does not have yet; without a failure it is on its way there. */
export interface CellEdit extends CellDraft {
  readonly failure?: CellFailure;
}

/** The cell whose editor is open. */
export interface OpenedCell extends CellDraft {
  readonly key: string;
  /** The text that the editor began with. */
  readonly began: string;
  readonly fault?: FieldFault;
}

/** What was done last, to be told. @property count tells two of the same words apart */
export interface Said {
  readonly kind: 'saved' | 'undone' | 'failed';
  readonly field: string;
  readonly count: number;
}

/** A field before and after it was saved. */
export interface CellChange {
  readonly field: CellField;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A cell by what it shows: rows and columns may move. */
export interface CellName {
  readonly uuid: string;
  readonly column: string;
}

/** Whether a text was sent, and no answer has come yet. */
export const isOnItsWay = (edit: CellEdit | undefined) => edit !== undefined && edit.failure === undefined;

/** Whether a text can be sent again as it is. */
export const maySendAgain = ({ failure }: CellEdit) =>
  failure?.kind === 'refused' || failure?.kind === 'unsaved';

/** What speaks against sending a text. */
export function faultOf({ field, text, base }: CellDraft): FieldFault | undefined {
  const { name } = field.template;
  return faultsOf({ [name]: [text] }, { [name]: base }, [field.template])[name];
}
