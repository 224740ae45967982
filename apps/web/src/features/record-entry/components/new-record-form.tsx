import type { Template } from '@armarium/contract/templates';
import { ActionIcon, Alert, Button } from '@mantine/core';
import { IconCopy, IconPin, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { problemText, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { labelOf } from '../../../records/label.ts';
import classes from './new-record-page.module.css';
import { RecordFields, type FieldParts } from './record-fields.tsx';
import { useNewRecordForm } from './use-new-record-form.ts';
import type { RecordEntryInHand } from './use-record-entry.ts';

interface NewRecordFormProps {
  templates: readonly Template[];
  entry: RecordEntryInHand;
}

/** Why a record came back into the form, where that is more than that it was put aside or the page was left. */
function whyBack(code: string | undefined): ProblemText | undefined {
  return code === undefined || code === 'aside' || code === 'unknown' ? undefined : problemText(code);
}

/**
 * The form of one record after the other. Enter goes to the next field, past those that are carried over, and from the
 * last one to the next record; every action has a key, so that the buttons of the fields stay out of the way of Tab.
 */
export function NewRecordForm({ templates, entry }: NewRecordFormProps) {
  const { t } = useTranslation(['entry', 'editing']);
  const { form, faults, proposal, hints, save, copy, carry, onKeyDown } = useNewRecordForm(templates, entry);
  const why = whyBack(entry.cameBack);
  const partsOf = (template: Template): FieldParts => {
    const { name, type } = template;
    return {
      aside: (
        <FieldButtons
          template={template}
          isCarried={entry.carried.includes(name)}
          {...(entry.previous !== undefined && { onCopy: () => copy(name) })}
          {...(name !== 'pressmark' && { onCarry: () => carry(name) })}
        />
      ),
      ...(type === 'TEXT' && { below: <p className={classes.multiline}>{t('record.multiline')}</p> }),
      ...(name === 'pressmark' && {
        placeholder: proposal && t('record.proposal', { pressmark: proposal }),
        sign: hints.sign,
        below: hints.note,
      }),
    };
  };
  return (
    <form
      ref={form}
      noValidate
      data-new-record
      aria-label={t('record.form')}
      className={classes.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {entry.isRestored && (
        <p className={classes.restored} role="status">
          {t('editing:form.restored')}
        </p>
      )}
      {why && (
        <Alert color="red" role="alert" title={why.title} mb="md">
          {why.next}
        </Alert>
      )}
      <RecordFields
        templates={templates}
        draft={entry.draft}
        onChange={entry.change}
        faults={faults}
        parts={Object.fromEntries(templates.map((template) => [template.name, partsOf(template)]))}
      />
      <div className={classes.actions}>
        <Button type="submit" aria-keyshortcuts="Control+Enter">
          {t('record.save')}
        </Button>
      </div>
      <KeyList />
    </form>
  );
}

interface FieldButtonsProps {
  template: Template;
  isCarried: boolean;
  /** Absent where there is no record before this one. */
  onCopy?(): void;
  /** Absent where the value is never the same again. */
  onCarry?(): void;
}

/** Takes a value from the record before, or on to the next. */
function FieldButtons({ template, isCarried, onCopy, onCarry }: FieldButtonsProps) {
  const { t } = useTranslation('entry');
  const field = labelOf(template);
  return (
    <div className={classes.aside}>
      {onCopy && (
        <ActionIcon
          variant="subtle"
          size={26}
          tabIndex={-1}
          aria-label={t('record.copy', { field })}
          title={`${t('record.copy', { field })} (Ctrl ')`}
          onClick={onCopy}
        >
          <IconCopy size={16} stroke={1.6} />
        </ActionIcon>
      )}
      {onCarry && (
        <ActionIcon
          variant={isCarried ? 'light' : 'subtle'}
          size={26}
          tabIndex={-1}
          aria-pressed={isCarried}
          aria-label={t('record.carry', { field })}
          title={`${t('record.carry', { field })} (Alt P)`}
          onClick={onCarry}
        >
          {isCarried ? <IconPinFilled size={16} /> : <IconPin size={16} stroke={1.6} />}
        </ActionIcon>
      )}
    </div>
  );
}

const keysOf = {
  next: ['Enter'],
  save: ['Ctrl', 'Enter'],
  copy: ['Ctrl', "'"],
  carry: ['Alt', 'P'],
} as const;

function KeyList() {
  const { t } = useTranslation('entry');
  return (
    <dl className={classes.keys} aria-label={t('record.keys.label')}>
      {(['next', 'save', 'copy', 'carry'] as const).map((action) => (
        <div key={action}>
          <dt>
            {keysOf[action].map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(`record.keys.${action}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
