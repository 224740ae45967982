import type { Template } from '@armarium/contract/templates';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import { isFilled } from '../record-faults.ts';
import type { RecordDraft } from '../record-form.ts';
import { FieldGroups } from './field-groups.tsx';
import classes from './record-fields.module.css';
import { FieldInput, type InputParts } from './field-input.tsx';

interface RecordFieldsProps {
  templates: readonly Template[];
  draft: RecordDraft;
  onChange(draft: RecordDraft): void;
  /** What is wrong with a field, in words, by its name. */
  faults: Readonly<Record<string, string>>;
  /** Fields that can be read here, and changed elsewhere: with the words that say why. */
  fixed?: Readonly<Record<string, string>>;
  /** What some fields have beside what every field has, by their names. */
  parts?: Readonly<Record<string, FieldParts>>;
  /** Whether the labels are seen above already; they are told all the same. */
  hidesLabels?: boolean;
}

/** What a form adds to a field. */
export interface FieldParts {
  /** Controls at the right of its label. */
  aside?: ReactNode;
  placeholder?: string | undefined;
  /** Within the input, at its end. */
  sign?: ReactNode;
  /** Below it. */
  below?: ReactNode;
}

/** A field for each template of the record's kind (ITEM-20, COLL-01, META-49 to META-58). */
export function RecordFields({
  templates,
  draft,
  onChange,
  faults,
  fixed = {},
  parts = {},
  hidesLabels = false,
}: RecordFieldsProps) {
  const { t } = useTranslation('editing');
  return (
    <FieldGroups
      templates={templates}
      wrong={Object.keys(faults)}
      summary={(some) => {
        const count = some.filter(({ name }) => isFilled(draft[name])).length;
        return count > 0 ? t('group.filled', { count }) : undefined;
      }}
      isWide={({ name, type }) => type === 'TEXT' || name === 'sgtt'}
    >
      {(template, isFirst) => (
        <div className={classes.field}>
          {parts[template.name]?.aside}
          <Field
            template={template}
            texts={draft[template.name] ?? ['']}
            onChange={(texts) => onChange({ ...draft, [template.name]: texts })}
            fault={faults[template.name]}
            fixed={fixed[template.name]}
            first={isFirst}
            parts={parts[template.name]}
            hidesLabel={hidesLabels}
          />
          {parts[template.name]?.below}
        </div>
      )}
    </FieldGroups>
  );
}

interface FieldProps {
  template: Template;
  texts: readonly string[];
  onChange(texts: readonly string[]): void;
  fault: string | undefined;
  fixed: string | undefined;
  first: boolean;
  parts: FieldParts | undefined;
  hidesLabel: boolean;
}

function Field({ template, texts, onChange, fault, fixed, first, parts, hidesLabel }: FieldProps) {
  const { t } = useTranslation('editing');
  const label = labelOf(template);
  const several = template.repeatable && fixed === undefined;
  const replaced = (at: number, text: string) => texts.map((one, index) => (index === at ? text : one));
  const heading = useId();

  const one = (text: string, at: number, own: Partial<InputParts> = {}) => (
    <FieldInput
      template={template}
      label={texts.length > 1 ? t('form.valueOf', { field: label, position: at + 1 }) : label}
      hideLabel={hidesLabel || texts.length > 1}
      description={at === 0 ? (fixed ?? (template.help || undefined)) : undefined}
      text={text}
      fault={at === 0 ? fault : undefined}
      readOnly={fixed !== undefined}
      autoFocus={first && at === 0}
      onChange={(next) => onChange(replaced(at, next))}
      placeholder={parts?.placeholder}
      sign={parts?.sign}
      {...own}
    />
  );
  if (!several) return one(texts[0] ?? '', 0);
  return (
    <div role="group" aria-labelledby={heading} className={classes.group}>
      <span
        id={heading}
        className={texts.length > 1 && !hidesLabel ? classes.label : 'visually-hidden'}
        dir="auto"
      >
        {label}
      </span>
      {texts.map((text, at) => (
        <div key={at} className={classes.value}>
          <div className={classes.input}>{one(text, at)}</div>
          {texts.length > 1 && (
            <>
              <ActionIcon
                variant="subtle"
                size="lg"
                disabled={at === 0}
                aria-label={t('form.moveUp', { field: label, position: at + 1 })}
                onClick={() => onChange(swapped(texts, at))}
              >
                <IconArrowUp size={18} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t('form.removeValue', { field: label, position: at + 1 })}
                onClick={() => onChange(texts.filter((_, index) => index !== at))}
              >
                <IconX size={18} />
              </ActionIcon>
            </>
          )}
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={15} />}
        onClick={() => onChange([...texts, ''])}
        className={classes.add ?? ''}
      >
        {t('form.addValue', { field: label })}
      </Button>
    </div>
  );
}

/** A value and the one before it, in each other's place. */
function swapped(texts: readonly string[], at: number): string[] {
  return texts.map(
    (text, index) => (index === at ? texts[at - 1] : index === at - 1 ? texts[at] : text) ?? '',
  );
}
