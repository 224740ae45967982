import type { StoryPublicView } from '@armarium/contract/sharing';
import { Checkbox } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClosedImages } from './closed-images.tsx';
import classes from './share-dialog.module.css';

/** What somebody has to agree to before a record is shown to others. */
export interface Condition {
  readonly field: ReactNode;
  /** Whether it is met. Where it is not, its field says so and gets the focus. */
  check(): boolean;
  /** The question is closed: next time it is asked anew. */
  forget?(): void;
}

interface Agreement {
  /** Undefined where there is nothing to agree to. */
  readonly condition: Condition | undefined;
  /** The uuids of the images that the user agreed to show. */
  readonly confirmed: readonly string[];
}

/**
 * The agreement of somebody who may publish to show images that are not public (decisions §14). It is for the images that
 * were listed: where others join them, it has to be given anew.
 */
export function useAgreement(closed: StoryPublicView['images']): Agreement {
  const { t } = useTranslation('sharing');
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const uuids = closed.map(({ uuid }) => uuid);
  // To show a private image is no agreement to show it once it is restricted.
  const listed = closed.map(({ uuid, visibility }) => `${uuid} ${visibility}`);
  const isMet = listed.every((one) => agreed.includes(one));
  if (closed.length === 0) return { condition: undefined, confirmed: [] };
  return {
    confirmed: isMet ? uuids : [],
    condition: {
      field: (
        <div className={classes.agreement}>
          <p className={classes.label}>{t('story.closedTitle')}</p>
          <ClosedImages images={closed} />
          <Checkbox
            ref={box}
            label={t('story.agree', { count: closed.length })}
            checked={isMet}
            error={isMissing && !isMet && t('story.agreeMissing')}
            onChange={({ currentTarget }) => setAgreed(currentTarget.checked ? listed : [])}
          />
        </div>
      ),
      check: () => {
        setMissing(!isMet);
        if (!isMet) box.current?.focus();
        return isMet;
      },
      forget: () => {
        setAgreed([]);
        setMissing(false);
      },
    },
  };
}
