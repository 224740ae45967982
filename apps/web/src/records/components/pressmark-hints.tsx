import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Item } from '@armarium/contract/items';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle, titleOf } from '../../ui/display-title.ts';
import { pressmarkNeighboursQuery } from '../api/pressmarks.ts';
import classes from './pressmark-hints.module.css';

/** After the last key: fast enough to be there at the next field, slow enough not to ask for every letter. */
const LOOKUP_DELAY_MS = 250;

export interface PressmarkHints {
  /** The item that has it. */
  readonly holder: Item | undefined;
  /** That somebody has it, in words. */
  readonly fault: string | undefined;
  /** Beside the field: that it is being looked up, or is free. */
  readonly sign: ReactNode;
  /** Below the field, always in the page, so that screen readers announce it: pressmarks that are nearly equal. */
  readonly note: ReactNode;
}

/**
 * Shows while a pressmark is typed whether it is taken or nearly equal to others.
 * @param own the item that may have it
 */
export function usePressmarkHints(pressmark: string, own?: string): PressmarkHints {
  const { t } = useTranslation('catalogue');
  const wanted = pressmark.trim();
  const [typed] = useDebouncedValue(wanted, LOOKUP_DELAY_MS);
  const { data, error, isFetching } = useQuery({ ...pressmarkNeighboursQuery(typed), enabled: typed !== '' });
  // An answer holds for the pressmark that was looked up, not for one that was typed since.
  const isAsked = typed === wanted && wanted !== '';
  const found = isAsked ? data : undefined;
  const holder = found?.holder && found.holder.uuid !== own ? found.holder : undefined;
  const near = (found?.near ?? []).filter(({ uuid }) => uuid !== own);
  const isLooking = wanted !== '' && (!isAsked || (isFetching && found === undefined));
  const isFree = found !== undefined && holder === undefined;
  const said =
    isAsked && error && !isFetching
      ? t('pressmark.unknown')
      : near.length > 0
        ? t('pressmark.near', {
            pressmarks: near
              .map((item) =>
                t('pressmark.nearOne', {
                  pressmark: item.pressmark,
                  title: titleOf(item, t('untitled')),
                }),
              )
              .join(', '),
          })
        : '';
  return {
    holder,
    fault: holder && t('pressmark.takenBy', { title: displayTitle(holder.sgtt) }),
    sign: isLooking ? (
      <Loader size={16} role="img" aria-label={t('pressmark.checking')} />
    ) : isFree ? (
      <IconCheck size={18} className={classes.free} aria-hidden />
    ) : null,
    note: (
      <p className={classes.note} role="status" dir="auto">
        {said !== '' && <IconAlertTriangle size={16} aria-hidden />}
        {said}
        {said === '' && isFree && <span className="visually-hidden">{t('pressmark.free')}</span>}
      </p>
    ),
  };
}
