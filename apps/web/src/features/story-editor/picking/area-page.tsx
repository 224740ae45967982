import type { ImageAsset } from '@armarium/contract/images';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepDraft, keyOf, recallDraft } from '../../../lib/drafts.ts';
import { recall, remember } from '../../../lib/remembered.ts';
import { signInIfSessionEnded } from '../../../lib/sign-in-if-session-ended.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import type { OtherArea } from '../../../viewers/area/area-layer.tsx';
import { aspects, type Aspect } from '../../../viewers/area/aspects.ts';
import { insideRegion, isSameRegion, type Region } from '../../../viewers/area/region.ts';
import { AreaEditor } from './lazy-viewers.ts';
import { extentOf, nameOf } from './picked-step.ts';
import classes from './picking.module.css';

interface AreaPageProps {
  title: string;
  image: ImageAsset;
  /** The region to begin with. */
  start: Region;
  others: readonly OtherArea[];
  /** Names what is drawn here: it stays until it is confirmed or cancelled, whatever else ends the page. */
  draftName: string;
  onConfirm(region: Region): void;
  onCancel(): void;
}

/** An area of an image is drawn, and confirmed or given up. */
export function AreaPage({ title, image, start, others, draftName, onConfirm, onCancel }: AreaPageProps) {
  const { t } = useTranslation('picking');
  useDocumentTitle(title);
  const extent = extentOf(image);
  const [before] = useState(() => insideRegion(start, extent));
  const [first] = useState(() => insideRegion(recallDraft<Region>(draftName) ?? before, extent));
  const [region, setRegion] = useState(first);
  const isDrawnBefore = !isSameRegion(first, before);
  const forget = () => keepDraft(draftName, undefined);
  const [aspect, setAspect] = useAspect();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{title}</h1>
        <div className={classes.headActions}>
          <Button
            variant="default"
            onClick={() => {
              forget();
              onCancel();
            }}
          >
            {t('cancel')}
          </Button>
          <Button
            onClick={() => {
              forget();
              onConfirm(region);
            }}
          >
            {t('confirm')}
          </Button>
        </div>
      </header>
      {isDrawnBefore && (
        <p className={classes.drawnBefore} role="status">
          {t('drawnBefore')}
        </p>
      )}
      <div className={classes.area}>
        <Suspense fallback={<div aria-busy />}>
          <AreaEditor
            source={`/iiif/3/${image.uuid}/info.json`}
            name={nameOf(image)}
            image={extent}
            region={first}
            before={isDrawnBefore ? before : undefined}
            others={others}
            aspect={aspect}
            onAspect={setAspect}
            onChange={(next) => {
              setRegion(next);
              keepDraft(draftName, isSameRegion(next, before) ? undefined : next);
            }}
            onFailed={(openAgain) =>
              void signInIfSessionEnded().then((isBack) => {
                if (isBack) openAgain();
              })
            }
          />
        </Suspense>
      </div>
    </div>
  );
}

/** The shape that the areas of a story are drawn in is most often the same: each account's last one is kept. */
function useAspect(): [Aspect, (aspect: Aspect) => void] {
  const [aspect, setAspect] = useState(() => {
    const kept = recall(keyOf('area-aspect'));
    return aspects.find((one) => one === kept) ?? 'free';
  });
  return [
    aspect,
    (next) => {
      setAspect(next);
      remember(keyOf('area-aspect'), next);
    },
  ];
}
