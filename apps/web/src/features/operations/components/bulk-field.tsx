import type { Template } from '@armarium/contract/templates';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { labelOf } from '../../../records/label.ts';
import { RecordFields } from '../../record-entry/components/record-fields.tsx';
import type { SelectionValues } from '../api/batches.ts';
import { kindsOf, type ChangeKind, type FieldDraft } from '../bulk-changes.ts';
import { useShownValue } from './use-shown-value.ts';
import classes from './bulk-edit.module.css';

interface BulkFieldProps {
  template: Template;
  /** What the items hold in it; absent where none of them has a value. */
  held: SelectionValues['fields'][number] | undefined;
  total: number;
  draft: FieldDraft;
  fault: string | undefined;
  onChange(draft: FieldDraft): void;
}

export function BulkField({ template, held, total, draft, fault, onChange }: BulkFieldProps) {
  const { t } = useTranslation('selection');
  const label = labelOf(template);
  const heldWords = useHeldWords();
  const { kind } = draft;
  return (
    <div className={classes.field} data-changed={kind !== 'keep' || undefined}>
      <div className={classes.line}>
        <div className={classes.held}>
          <span className={classes.label} dir="auto">
            {label}
          </span>
          <span className={`${classes.values} tabular`} dir="auto">
            {heldWords(template, held, total)}
          </span>
        </div>
        <NativeSelect
          aria-label={t('bulk.what', { field: label })}
          className={classes.kind ?? ''}
          value={kind}
          data={kindsOf(template).map((one) => ({ value: one, label: t(`bulk.kind.${one}`) }))}
          onChange={(event) => onChange({ ...draft, kind: event.currentTarget.value as ChangeKind })}
        />
      </div>
      {(kind === 'replace' || kind === 'append') && (
        <RecordFields
          hidesLabels
          templates={[
            {
              ...template,
              required: false,
              help: '',
              repeatable: template.repeatable && kind === 'replace',
            },
          ]}
          draft={{ [template.name]: kind === 'append' ? draft.texts.slice(0, 1) : draft.texts }}
          onChange={(next) => onChange({ ...draft, texts: next[template.name] ?? [''] })}
          faults={fault === undefined ? {} : { [template.name]: fault }}
        />
      )}
      {kind === 'append' && !template.repeatable && (
        <TextInput
          label={t('bulk.separator')}
          value={draft.separator}
          maxLength={100}
          mt="xs"
          onChange={(event) => onChange({ ...draft, separator: event.currentTarget.value })}
        />
      )}
      {kind === 'find' && <FindFields {...{ draft, fault, onChange }} />}
      {fault !== undefined && kind === 'clear' && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function FindFields({ draft, fault, onChange }: Pick<BulkFieldProps, 'draft' | 'fault' | 'onChange'>) {
  const { t } = useTranslation('selection');
  return (
    <div className={classes.find}>
      <TextInput
        label={t('bulk.find')}
        value={draft.find}
        error={fault}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, find: event.currentTarget.value })}
      />
      <TextInput
        label={t('bulk.replacement')}
        value={draft.replacement}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, replacement: event.currentTarget.value })}
      />
      <Checkbox
        label={t('bulk.matchCase')}
        checked={draft.matchCase}
        onChange={(event) => onChange({ ...draft, matchCase: event.currentTarget.checked })}
      />
    </div>
  );
}

/** What the items hold in a field: the frequent values, how many others, and how many items have none. */
function useHeldWords() {
  const { t } = useTranslation('selection');
  const shown = useShownValue();
  return (template: Template, held: BulkFieldProps['held'], total: number): string => {
    if (!held || held.filled === 0) return t('bulk.empty');
    const { values, distinct, filled } = held;
    return [
      ...values.slice(0, 3).map(({ value, items }) => `${shown(template, [value])} (${grouped(items)})`),
      distinct > 3 && t('bulk.more', { count: distinct - 3, formatted: grouped(distinct - 3) }),
      filled < total && t('bulk.without', { count: total - filled, formatted: grouped(total - filled) }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
