import { LIST_FIELDS_MAX } from '@armarium/contract/items-view';
import type { Template } from '@armarium/contract/templates';
import { inOrder } from '../../records/metadata-view.ts';

/** The fields that a compact list of items shows beside title, author and pressmark. */
export interface ListColumns {
  /** The first DATE field of the organisation, otherwise the field `year` of an import; undefined where it has neither. */
  readonly date: Template | undefined;
  /** Those that the person chose, otherwise the first ones. */
  readonly fields: readonly Template[];
  /** All that can be chosen, in order. */
  readonly choice: readonly Template[];
}

const always: readonly string[] = ['sgtt', 'autn', 'pressmark'];

/**
 * What a compact list of items shows. Pure.
 * @param templates of items
 * @param chosen names of fields; null where none were chosen. Fields that no longer exist are left out
 */
export function listColumns(templates: readonly Template[], chosen: readonly string[] | null): ListColumns {
  const fields = inOrder(templates).filter(({ name }) => !always.includes(name));
  const date = fields.find(({ type }) => type === 'DATE') ?? fields.find(({ name }) => name === 'year');
  const choice = fields.filter((field) => field !== date);
  return {
    date,
    fields:
      chosen?.flatMap((name) => choice.find((field) => field.name === name) ?? []) ??
      choice.slice(0, LIST_FIELDS_MAX),
    choice,
  };
}
