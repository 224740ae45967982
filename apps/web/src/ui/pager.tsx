import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, type To } from 'react-router';
import { pageWindow } from './page-window.ts';
import classes from './pager.module.css';

interface PagerProps {
  /** 1-based. */
  page: number;
  totalPages: number;
  /** The address of a page: the page stands in the address, so that it can be kept and sent. */
  addressOf(page: number): To;
  label: string;
  /** Of the page buttons, where there is less room than for the 12. */
  most?: number;
}

/** Page buttons as links, at most 12 of them (catalogue §9), 5 on a narrow screen. Nothing for a single page. */
export function Pager({ page, totalPages, addressOf, label, most = 12 }: PagerProps) {
  const { t } = useTranslation('ui');
  // The state of the address, such as where Back leads, holds for the other pages of the list too.
  const { state } = useLocation() as { state: unknown };
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  if (totalPages <= 1) return null;
  const step = (to: number, name: string, icon: ReactNode) =>
    to >= 1 && to <= totalPages ? (
      <Link
        className={classes.step}
        to={addressOf(to)}
        state={state}
        aria-label={name}
        rel={to < page ? 'prev' : 'next'}
      >
        {icon}
      </Link>
    ) : (
      <span className={classes.step} data-off aria-hidden>
        {icon}
      </span>
    );
  return (
    <nav className={classes.pager} aria-label={label}>
      {step(page - 1, t('previousPage'), <IconChevronLeft size={18} />)}
      <ol className={classes.pages}>
        {pageWindow(page, totalPages, narrow ? 5 : most).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className={classes.gap}>…</span>
            ) : (
              <Link
                className={classes.page}
                to={addressOf(number)}
                state={state}
                aria-label={t('page', { page: number })}
                {...(number === page && { 'aria-current': 'page' })}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {step(page + 1, t('nextPage'), <IconChevronRight size={18} />)}
    </nav>
  );
}
