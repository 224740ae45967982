import type { ContactSheet } from '@armarium/contract/contact-sheet';
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../records/components/page-head.tsx';
import { grouped } from '../../../ui/grouped.ts';
import classes from './contact-sheet-page.module.css';
import type { CellSize } from './use-sheet-rows.ts';

interface SheetHeadProps {
  sheet: ContactSheet;
  home: string;
  title: string;
  count: number;
  size: CellSize;
  onSize(size: CellSize): void;
}

export function SheetHead({ sheet, home, title, count, size, onSize }: SheetHeadProps) {
  const { t } = useTranslation('sheet');
  return (
    <header className={classes.head}>
      <BackLink to={home} word={t('back')} />
      <div className={classes.words}>
        <h1 className={`${classes.title} record-title`} dir="auto">
          {t('titleOf', { title })}
        </h1>
        <p className={`${classes.place} tabular`}>
          <span dir="auto">{sheet.pressmark}</span>
          <span>{t('images', { count, number: grouped(count) })}</span>
        </p>
      </div>
      <SegmentedControl
        aria-label={t('size')}
        size="sm"
        value={size}
        onChange={onSize}
        data={(['small', 'middle', 'large'] as const).map((value) => ({ value, label: t(`sizes.${value}`) }))}
      />
    </header>
  );
}
