import type { Item } from '@armarium/contract/items';
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MediaOffer } from './media-offer.tsx';
import type { OpenMetadata } from './use-metadata-dialog.tsx';
import classes from './text-page.module.css';

interface TextPageProps {
  item: Item;
  /** Undefined where the user may not. */
  onAddFiles: (() => void) | undefined;
  /** Undefined until the fields are known. */
  onOpen: OpenMetadata | undefined;
  /** The metadata. */
  children: ReactNode;
}

/** The page of an item without files: its metadata, above them what can be done with them and the offer to add files. */
export function TextPage({ item, onAddFiles, onOpen, children }: TextPageProps) {
  const { t } = useTranslation('item');
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawn = page.current;
    return () => {
      // The first file takes the page away, perhaps with the button that has the focus.
      if (drawn?.contains(document.activeElement))
        document.getElementById('content')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={page} className={classes.page}>
      <div className={classes.head}>
        <MediaOffer onAdd={onAddFiles} />
        {onOpen && (
          <div className={classes.actions}>
            <Button variant="default" onClick={() => onOpen('opened')}>
              {t('viewAll')}
            </Button>
            {item.allowedActions.includes('edit') && (
              <Button aria-keyshortcuts="e" onClick={() => onOpen('editing')}>
                {t('edit')}
              </Button>
            )}
          </div>
        )}
      </div>
      {children}
    </div>
  );
}
