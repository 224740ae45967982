import type { FieldChange } from '@armarium/contract/field-changes';
import type { FieldProblem } from '@armarium/contract/problem';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { cleanText, newMetadata, refuseSurelyTooLong, type FieldTemplate } from '../records/public.ts';
import { valuesOf, withValues } from './field-values.ts';

type Value = MetadataEntry['value'];

/** Types whose values are text to which other text can be appended. */
const texts = ['STRING', 'TEXT'];

/**
 * The metadata of a record after some changes, applied in order. The rules of a PATCH check the result
 * afterwards.
 * @throws ProblemError 422 where a replacement would make a value far longer than the limit of its field
 */
export function changedMetadata(
  list: readonly MetadataEntry[],
  changes: readonly FieldChange[],
  templates: ReadonlyMap<string, FieldTemplate>,
): readonly MetadataEntry[] {
  let changed = list;
  for (const change of changes) {
    const values = valuesOf(changed, change.name);
    changed = withValues(
      changed,
      change.name,
      valuesAfter(values, change, templates.get(change.name) ?? { type: 'TEXT', repeatable: false }),
    );
  }
  return changed;
}

function valuesAfter(
  values: readonly Value[],
  change: FieldChange,
  { type, repeatable }: Pick<FieldTemplate, 'type' | 'repeatable'>,
): readonly Value[] {
  if (change.change === 'replace') return change.values;
  if (change.change === 'clear') return [];
  if (change.change === 'append') {
    const { separator = ' ' } = change;
    const value = typeof change.value === 'string' ? cleanText(change.value) : change.value;
    if (repeatable) return values.includes(value) ? values : [...values, value];
    const [first] = values;
    return first === undefined ? [value] : [`${String(first)}${separator}${String(value)}`];
  }
  const { matchCase = true } = change;
  // In NFC, as text is stored: another form of the same letters would never be found.
  const found = new RegExp(escaped(change.find.normalize('NFC')), matchCase ? 'gu' : 'giu');
  return values.map((value) => {
    if (typeof value !== 'string') return value;
    let length = value.length;
    for (const [hit] of value.matchAll(found)) length += change.replacement.length - hit.length;
    // Refused before it is built: replacing thousands of letters by thousands of letters each would fill the
    // memory.
    if (length > value.length) refuseSurelyTooLong(length, { name: change.name, type });
    return value.replace(found, () => change.replacement);
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * The problems of changes that do not depend on the record: unknown fields, values that no record may have.
 * @param path of the list of changes within the body
 */
export function changeProblems(
  changes: readonly FieldChange[],
  templates: ReadonlyMap<string, FieldTemplate>,
  path: string,
): FieldProblem[] {
  return changes.flatMap((change, index): FieldProblem[] => {
    const place = `${path}[${index}]`;
    const template = templates.get(change.name);
    if (!template) {
      const message = `There is no field "${change.name}" here.`;
      return [{ name: `${place}.name`, code: 'unknown-field', message }];
    }
    if (change.name === 'pressmark') {
      const message =
        'A pressmark is not changed here: correcting one is an action of its own, with a reason.';
      return [{ name: `${place}.name`, code: 'read-only', message }];
    }
    if (change.change === 'find') return [];
    if (change.change === 'append') {
      if (!template.repeatable && !texts.includes(template.type)) {
        const message = `"${change.name}" holds a single value that nothing can be added to. Replace it instead.`;
        return [{ name: `${place}.change`, code: 'not-repeatable', message }];
      }
      return valueProblems([change.value], template, () => `${place}.value`);
    }
    const values = change.change === 'replace' ? change.values : [];
    return valueProblems(values, template, (value) =>
      value === undefined ? `${place}.change` : `${place}.values[${value}]`,
    );
  });
}

/** @param at the path of a value, or of the whole change */
function valueProblems(
  values: readonly Value[],
  template: FieldTemplate,
  at: (index: number | undefined) => string,
): FieldProblem[] {
  const entries = values.map((value) => ({ name: template.name, value }));
  return newMetadata(entries, {}, [template]).problems.map((problem) => {
    const index = /^customMetadataList\[(\d+)\]/.exec(problem.name)?.[1];
    return { ...problem, name: at(index === undefined ? undefined : Number(index)) };
  });
}
