import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Asset } from '../asset-kinds.ts';
import { TechnicalData } from './technical-data.tsx';
import classes from './technical.module.css';

/** What the file of an asset says about itself, folded away: few look for it, and what people wrote comes first. */
export function TechnicalFold({ asset }: { asset: Asset }) {
  const { t } = useTranslation('assetDialogs');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes.fold}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.button}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={18} aria-hidden />
          {t('technical')}
        </button>
      </h3>
      {isOpen && <TechnicalData asset={asset} />}
    </section>
  );
}
