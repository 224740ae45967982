import { Button, NumberInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { usePlace, useStepsCount } from '../state/selectors.ts';

interface MoveToDialogProps {
  /** Of the step. */
  id: string;
  /** @param to from 0 */
  onMove(to: number): void;
  onClose(): void;
}

/** Asks for the number that a step shall have. */
export function MoveToDialog({ id, onMove, onClose }: MoveToDialogProps) {
  const { t } = useTranslation(['storyEditor', 'ui']);
  const number = usePlace(id) + 1;
  const total = useStepsCount();
  const [wanted, setWanted] = useState<number | string>(number);
  const isPlace = typeof wanted === 'number' && wanted >= 1 && wanted <= total;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPlace) return;
    onMove(wanted - 1);
    onClose();
  };
  const title = t('moveToTitle', { number });
  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <form noValidate aria-label={title} onSubmit={submit}>
        <NumberInput
          label={t('newNumber', { total })}
          value={wanted}
          min={1}
          max={total}
          allowDecimal={false}
          data-autofocus
          onChange={setWanted}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" disabled={!isPlace}>
            {t('move')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
