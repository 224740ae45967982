import { ActionIcon, Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isElsewhere } from '../../../ui/letter-keys.ts';
import type { SelectionAction } from '../selection/actions.ts';
import '../selection/messages.ts';
import type { Picking } from '../selection/picking.ts';
import { everything, isChosen, nothing } from '../selection/selection.ts';
import { grouped } from './count-words.ts';
import classes from './selection-bar.module.css';

export interface SelectionBarProps {
  picking: Picking;
  /** What the user may do. */
  actions: readonly SelectionAction[];
  /** The collection whose items these are; undefined among the results of a search. */
  collectionUuid: string | undefined;
  /** Of the items that are shown. */
  uuids: readonly string[];
}

/** How many items are chosen, and what can be done with them, over the lower edge of the window (design/look.md). */
export function SelectionBar({ picking, uuids }: SelectionBarProps) {
  const { t } = useTranslation('selection');
  const { selection, count, total, change } = picking;
  const clear = () => {
    change(nothing);
    // What had the focus goes with the bar.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere(event.target)) change(nothing);
  });
  const pageTicked = uuids.length > 0 && uuids.every((uuid) => isChosen(selection, uuid));

  return (
    <section className={classes.bar} aria-label={t('bar')}>
      <div className={classes.what}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('clear')}
          title={t('clear')}
          onClick={clear}
        >
          <IconX size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
        <p className={`${classes.count} tabular`} role="status">
          {selection.all && selection.uuids.length === 0
            ? t('allChosen', { formatted: grouped(count) })
            : t('chosen', { formatted: grouped(count) })}
        </p>
        {pageTicked && !selection.all && count < total && (
          <Button variant="subtle" size="compact-md" onClick={() => change(everything)}>
            {t('chooseMatching', { formatted: grouped(total) })}
          </Button>
        )}
      </div>
    </section>
  );
}
