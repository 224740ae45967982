import { ActionIcon, Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../../records/selection/picking.ts';
import { everything, isChosen, nothing } from '../../../records/selection/selection.ts';
import { grouped } from '../../../ui/grouped.ts';
import { isElsewhere, useLetterKey } from '../../../ui/letter-keys.ts';
import classes from './selection-bar.module.css';

interface ChosenBarProps {
  /** The name of the bar. */
  label: string;
  choice: Choice;
  /** Of the records of the page, where all records that the list finds can be chosen at once. */
  everythingOf?: readonly string[];
  /** The buttons of what can be done. */
  actions: ReactNode;
  /** The dialog of what is done now. */
  children: ReactNode;
}

/** How many records are chosen, and what can be done with them, over the lower edge of the window (design/look.md). */
export function ChosenBar({ label, choice, everythingOf, actions, children }: ChosenBarProps) {
  const bar = useRef<HTMLElement>(null);
  const clear = () => {
    choice.change(nothing);
    // What had the focus in the bar goes with it.
    if (bar.current?.contains(document.activeElement)) focusContent();
  };
  useEscape(clear);
  // Past what clears the selection: Enter would undo what was chosen.
  const focusActions = () =>
    bar.current?.querySelector<HTMLElement>('[data-selection-actions] button')?.focus();
  useLetterKey('b', focusActions);
  return (
    <section ref={bar} className={classes.bar} aria-label={label} aria-keyshortcuts="b">
      <ChosenCount {...{ choice, everythingOf }} onClear={clear} onEverything={focusActions} />
      <div className={classes.actions} data-selection-actions>
        {actions}
      </div>
      {children}
    </section>
  );
}

export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Calls `act` for Escape on the page itself: not in a field or a dialog, nor where the key has another meaning. */
function useEscape(act: () => void): void {
  // Before anybody else hears of the key: what it closes over the page is still there.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || isElsewhere(event.target)) return;
      if (event.target instanceof Element && event.target.closest('[data-own-escape]')) return;
      if (document.querySelector('[role="dialog"]') === null) act();
    },
    { capture: true },
  );
}

interface ChosenCountProps extends Pick<ChosenBarProps, 'choice' | 'everythingOf'> {
  onClear(): void;
  /** After all records that the list finds were chosen, with which the button goes. */
  onEverything(): void;
}

/** How many records are chosen; takes the choice back, or extends it to all that the list finds. */
function ChosenCount({ choice, everythingOf: uuids = [], onClear, onEverything }: ChosenCountProps) {
  const { t } = useTranslation('selection');
  const { selection, count, total, change } = choice;
  const isPageChosen = uuids.length > 0 && uuids.every((uuid) => isChosen(selection, uuid));
  return (
    <div className={classes.what}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('clear')}
        title={t('clear')}
        onClick={onClear}
      >
        <IconX size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <p className={`${classes.count} tabular`} role="status">
        {selection.all && selection.uuids.length === 0
          ? t('allChosen', { formatted: grouped(count) })
          : t('chosen', { formatted: grouped(count) })}
      </p>
      {isPageChosen && !selection.all && count < total && (
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            change(everything);
            onEverything();
          }}
        >
          {t('chooseMatching', { formatted: grouped(total) })}
        </Button>
      )}
    </div>
  );
}
