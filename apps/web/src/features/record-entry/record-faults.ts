import { changedFields, type FieldTemplate, newDraft, type RecordDraft } from './record-form.ts';

/** Why a field can't be sent as it is; a message of the feature, below `form`. */
export type FieldFault = 'required' | 'wholeNumber' | 'number' | 'email';

/**
 * What speaks against sending, by field. Only what was changed is judged, as the server does (decisions §4), but a
 * title is never blank.
 * @param never names of the fields that are never blank
 */
export function faultsOf(
  draft: RecordDraft,
  began: RecordDraft,
  templates: readonly FieldTemplate[],
  never: readonly string[] = ['sgtt'],
): Readonly<Record<string, FieldFault>> {
  const changed = new Set(changedFields(draft, began));
  const faults: Record<string, FieldFault> = {};
  for (const template of templates) {
    const { name } = template;
    const texts = (draft[name] ?? []).map((text) => text.trim()).filter((text) => text !== '');
    if (texts.length === 0) {
      if (never.includes(name) || (template.required && changed.has(name))) faults[name] = 'required';
      continue;
    }
    if (!changed.has(name)) continue;
    const fault = texts.map((text) => faultOf(text, template)).find((one) => one !== undefined);
    if (fault) faults[name] = fault;
  }
  return faults;
}

export const isFilled = (texts: readonly string[] | undefined) =>
  (texts ?? []).some((text) => text.trim() !== '');

/** What speaks against sending a new record, by field: what is required has to be there, typed now or not. */
export function newRecordFaults(
  draft: RecordDraft,
  templates: readonly FieldTemplate[],
): Readonly<Record<string, FieldFault>> {
  const missing = templates.filter(({ name, required }) => required && !isFilled(draft[name]));
  return {
    ...faultsOf(draft, newDraft(templates), templates),
    ...Object.fromEntries(missing.map(({ name }) => [name, 'required' as const])),
  };
}

function faultOf(text: string, { type }: FieldTemplate): FieldFault | undefined {
  if (type === 'INTEGER' && !Number.isSafeInteger(Number(text))) return 'wholeNumber';
  if (type === 'NUMBER' && !Number.isFinite(Number(text))) return 'number';
  if (type === 'EMAIL' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'email';
  return undefined;
}
