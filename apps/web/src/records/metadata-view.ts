import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { labelOf } from './label.ts';
import { displayDate } from '../ui/display-date.ts';
import { displayTitle } from '../ui/display-title.ts';

/** A field as it is drawn; `archived` where no template has the name any more (decisions §4). */
export interface MetadataField {
  name: string;
  label: string;
  values: string[];
  archived: boolean;
}

const ranks = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const;

/** Templates as they are shown: by priority, then in the order that the organisation gave them. */
export function inOrder(templates: readonly Template[]): Template[] {
  return [...templates].sort((a, b) => ranks[a.priority] - ranks[b.priority] || a.order - b.order);
}

/**
 * The two fields of a card: the first two HIGH templates of the kind, sgtt before pressmark (GRID-11 to GRID-13,
 * STORY-11).
 */
export function cardTemplates(
  templates: readonly Template[],
  kind: Template['resourceType'] = 'ITEM',
): Template[] {
  const standard = ['sgtt', 'pressmark'];
  const rank = ({ name }: Template) => (standard.includes(name) ? standard.indexOf(name) : standard.length);
  return inOrder(templates.filter((one) => one.priority === 'HIGH' && one.resourceType === kind))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, 2);
}

/** The values of one field of a record, in their order, as they are read. */
export function valuesOf(
  list: readonly MetadataEntry[],
  template: Pick<Template, 'name' | 'type'>,
  words: { true: string; false: string },
): string[] {
  return list
    .filter((entry) => entry.name === template.name)
    .map(({ value }) => {
      if (typeof value === 'boolean' || template.type === 'BOOLEAN')
        return words[String(value) === 'true' ? 'true' : 'false'];
      if (template.type === 'DATE') return displayDate(String(value));
      return template.name === 'sgtt' ? displayTitle(String(value)) : String(value);
    })
    .filter((value) => value !== '');
}

/** Every field of a record: those of the templates first, then what an archived template has left. */
export function allFields(
  list: readonly MetadataEntry[],
  templates: readonly Template[],
  words: { true: string; false: string },
): MetadataField[] {
  const known = inOrder(templates).map((template) => ({
    name: template.name,
    label: labelOf(template),
    values: valuesOf(list, template, words),
    archived: false,
  }));
  const names = new Set(templates.map((template) => template.name));
  const left = [...new Set(list.map((entry) => entry.name))].filter((name) => !names.has(name));
  return [
    ...known,
    ...left.map((name) => ({
      name,
      label: name,
      values: valuesOf(list, { name, type: 'TEXT' }, words),
      archived: true,
    })),
  ];
}
