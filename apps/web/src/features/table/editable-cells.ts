import { FIELD_COLUMN } from '@armarium/contract/item-table';
import type { Item } from '@armarium/contract/items';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { draftOf, sameTexts, valueOf } from '../record-entry/record-form.ts';
import type { Column } from './columns.ts';

/** The columns of a name of their own whose field is changed as any other; a pressmark is corrected by an act of its own. */
const ownColumns: readonly string[] = ['sgtt', 'autn'];

/** A field of an item, which a cell of the table shows. */
export interface CellField {
  readonly uuid: string;
  readonly template: Template;
  readonly label: string;
}

export const cellKey = ({ uuid, template }: CellField): string => `${uuid}.${template.name}`;

/** What a field of a record holds, as texts to be edited: at least one, which is blank where the record has none. */
export const textsOf = (list: readonly MetadataEntry[], template: Template): readonly string[] =>
  draftOf(list, [template])[template.name] ?? [''];

/** Whether texts of a field say the same values, however they are written. */
export function isSameValue(one: readonly string[], other: readonly string[], template: Template): boolean {
  const values = (texts: readonly string[]) =>
    texts
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map((text) => {
        const value = valueOf(text, template);
        return Number.isNaN(value) ? text : String(value);
      });
  return sameTexts(values(one), values(other));
}

/** The field that this person may change in a cell; undefined where there is none. */
export function fieldOf(item: Item, { name, template, label }: Column): CellField | undefined {
  const isField = ownColumns.includes(name) || name.startsWith(FIELD_COLUMN);
  if (!template || !isField || template.name === 'pressmark') return undefined;
  return item.allowedActions.includes('edit') ? { uuid: item.uuid, template, label } : undefined;
}

/** Whether a field holds so many values that only the form of the record can show them. */
export const hasSeveral = (item: Item, { template }: CellField): boolean =>
  textsOf(item.customMetadataList, template).length > 1;

/** Whether a cell can be edited in the table. */
export function isEditable(item: Item, column: Column): boolean {
  const field = fieldOf(item, column);
  return field !== undefined && !hasSeveral(item, field);
}
