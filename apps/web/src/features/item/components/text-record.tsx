import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { useTranslation } from 'react-i18next';
import { allFields, type MetadataField } from '../../../records/metadata-view.ts';
import { RecordDates } from './record-dates.tsx';
import classes from './text-record.module.css';

interface TextRecordProps {
  item: Item;
  templates: readonly Template[];
}

/** Every field of an item that has a value, over the width of the page: what an item without files is. */
export function TextRecord({ item, templates }: TextRecordProps) {
  const { t } = useTranslation(['item', 'catalogue']);
  const words = { true: t('catalogue:boolean.true'), false: t('catalogue:boolean.false') };
  const filled = allFields(item.customMetadataList, templates, words).filter(
    ({ values }) => values.length > 0,
  );
  return (
    <section aria-labelledby="metadata-heading">
      <h2 id="metadata-heading" className="visually-hidden">
        {t('metadata')}
      </h2>
      {byPriority(filled, templates).map(({ key, fields }) => (
        <dl key={key} className={classes.group}>
          {shaped(fields).map(({ field, shape }) => (
            <div key={field.name} className={classes[shape]}>
              <dt dir="auto">
                {field.label}
                {field.archived && <span> ({t('catalogue:archivedField')})</span>}
              </dt>
              {field.values.map((value, index) => (
                <dd key={index} dir="auto" className={field.name === 'sgtt' ? 'record-title' : ''}>
                  {value}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      ))}
      <dl className={`${classes.group} ${classes.dates}`}>
        <RecordDates item={item} className={classes.short ?? ''} />
      </dl>
    </section>
  );
}

/** Fields in their order, those of one priority together, then what archived fields have left. */
function byPriority(
  fields: readonly MetadataField[],
  templates: readonly Template[],
): { key: string; fields: MetadataField[] }[] {
  const priorities = new Map(templates.map(({ name, priority }) => [name, priority]));
  const groups: { key: string; fields: MetadataField[] }[] = [];
  for (const field of fields) {
    const key = priorities.get(field.name) ?? 'archived';
    const last = groups.at(-1);
    if (last?.key === key) last.fields.push(field);
    else groups.push({ key, fields: [field] });
  }
  return groups;
}

/** More characters than these don't stand well in one of several columns. */
const SHORT_MAX = 160;
/** So many values or more, none of them longer than so many characters, are a list of words. */
const LIST_MIN = 5;
const WORD_MAX = 60;

/**
 * How much room a field takes: a place among others, a whole row with its values in columns, a whole row at the measure
 * of a text, or half of one.
 */
type Shape = 'short' | 'list' | 'long' | 'half';

function shapeOf({ values }: MetadataField): Exclude<Shape, 'half'> {
  const isLong = values.join('').length > SHORT_MAX || values.some((value) => value.includes('\n'));
  const areWords = values.every((value) => value.length <= WORD_MAX && !value.includes('\n'));
  if (areWords && values.length >= LIST_MIN) return 'list';
  return isLong ? 'long' : 'short';
}

/** Two long texts, one after the other, share a row. */
function shaped(fields: readonly MetadataField[]): { field: MetadataField; shape: Shape }[] {
  const all: { field: MetadataField; shape: Shape }[] = [];
  for (const field of fields) {
    const shape = shapeOf(field);
    const before = all.at(-1);
    const pairs = shape === 'long' && before?.shape === 'long';
    if (pairs) before.shape = 'half';
    all.push({ field, shape: pairs ? 'half' : shape });
  }
  return all;
}
