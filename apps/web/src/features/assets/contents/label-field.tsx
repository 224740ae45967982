import { CONTENTS_LABEL_LENGTH } from '@armarium/contract/table-of-contents';
import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './contents-panel.module.css';
import type { LabelDraft } from './use-label-drafts.ts';

interface LabelFieldProps {
  draft: LabelDraft;
  label: string;
  /** Whether the label is seen; in a row its place says the same. */
  showsLabel: boolean;
  onType(text: string): void;
  onSave(): void;
  onCancel(): void;
}

/** The field of a label: Enter saves, Esc cancels. What failed is said below it. */
export function LabelField({ draft, label, showsLabel, onType, onSave, onCancel }: LabelFieldProps) {
  const { t } = useTranslation('contents');
  const input = useRef<HTMLInputElement>(null);
  const fault = useId();
  useEffect(() => {
    // Saving may fail late. Somebody who types in another field by then keeps the focus there.
    if (document.activeElement instanceof HTMLInputElement) return;
    input.current?.focus();
    input.current?.select();
  }, []);
  // A text that is selected with the pointer does not drag the entry that it is in.
  const keep = (event: SyntheticEvent) => event.stopPropagation();
  return (
    <form
      noValidate
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <TextInput
        ref={input}
        size="sm"
        dir="auto"
        maxLength={CONTENTS_LABEL_LENGTH}
        {...(showsLabel ? { label } : { 'aria-label': label })}
        value={draft.text}
        error={draft.fault !== undefined}
        aria-describedby={draft.fault && fault}
        onChange={(event) => onType(event.currentTarget.value)}
        onMouseDown={keep}
        onTouchStart={keep}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onCancel();
        }}
      />
      {draft.fault && (
        <p id={fault} role="alert" className={classes.fault}>
          {[draft.fault.title, draft.fault.next].filter(Boolean).join('. ')}
        </p>
      )}
      <Group gap={6}>
        <Button type="submit" size="compact-sm">
          {t('save')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
