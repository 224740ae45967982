import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { OtherArea } from '../../../viewers/area/area-layer.tsx';
import { defaultRegion } from '../../../viewers/area/region.ts';
import { AreaPage } from './area-page.tsx';
import { ImageToDrawOn } from './image-to-draw-on.tsx';
import { extentOf, pickedStep, type PickedStep } from './picked-step.ts';
import { CANVAS, imagesAddress } from './picking-address.ts';

interface SelectAreaPageProps {
  storyUuid: string;
  itemUuid: string;
  /** The step that gets the image; undefined for a new one. */
  stepId: string | undefined;
  /** The areas that the story has already on an image. */
  othersOn(assetUuid: string): readonly OtherArea[];
  onAdd(steps: readonly PickedStep[]): void;
  onCancel(): void;
}

/** `…/select-area?canvasId=`: the area of a new step is drawn on an image (back office §2). */
export function SelectAreaPage(props: SelectAreaPageProps) {
  const { storyUuid, itemUuid, stepId, othersOn, onAdd, onCancel } = props;
  const { t } = useTranslation('picking');
  const [search] = useSearchParams();
  const assetUuid = search.get(CANVAS) ?? '';
  return (
    <ImageToDrawOn
      assetUuid={assetUuid}
      otherImage={imagesAddress({ storyUuid, itemUuid }, undefined, search)}
    >
      {(image) => (
        <AreaPage
          key={`${stepId}.${assetUuid}`}
          title={t('selectArea')}
          image={image}
          start={defaultRegion(extentOf(image))}
          others={othersOn(assetUuid)}
          draftName={`new-area.${storyUuid}.${stepId ?? 'new'}.${assetUuid}`}
          onConfirm={(region) => onAdd([pickedStep(image, region)])}
          onCancel={onCancel}
        />
      )}
    </ImageToDrawOn>
  );
}
