import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './page-turner.module.css';

interface PageTurnerProps {
  /** 1-based. */
  page: number;
  totalPages: number;
  onTurn(page: number): void;
  label: string;
}

/** The pages of a list within a dialog, whose place stands in no address. Nothing for a single page. */
export function PageTurner({ page, totalPages, onTurn, label }: PageTurnerProps) {
  const { t } = useTranslation('ui');
  if (totalPages <= 1) return null;
  const step = (to: number, name: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      disabled={to < 1 || to > totalPages}
      aria-label={name}
      onClick={() => onTurn(to)}
    >
      <Icon size={18} />
    </ActionIcon>
  );
  return (
    <nav className={classes.pages} aria-label={label}>
      {step(page - 1, t('previousPage'), IconChevronLeft)}
      <span className="tabular">{t('pageOf', { page, total: totalPages })}</span>
      {step(page + 1, t('nextPage'), IconChevronRight)}
    </nav>
  );
}
