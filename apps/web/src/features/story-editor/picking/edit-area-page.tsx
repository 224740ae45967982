import { useTranslation } from 'react-i18next';
import type { OtherArea } from '../../../viewers/area/area-layer.tsx';
import type { Region } from '../../../viewers/area/region.ts';
import { AreaPage } from './area-page.tsx';
import { ImageToDrawOn } from './image-to-draw-on.tsx';
import { otherImageAddress } from './picking-address.ts';

interface EditAreaPageProps {
  storyUuid: string;
  stepId: string;
  /** The number of the step, from 1, as the address has it. */
  number: number;
  /** The image of the step, and its area. */
  assetUuid: string;
  region: Region;
  /** The areas of the other steps on the same image. */
  others: readonly OtherArea[];
  onRegion(region: Region): void;
  onCancel(): void;
}

/** `/story/editor/{storyUuid}/selected-area-edit/{step}`: the area of a step is drawn anew (back office §2). */
export function EditAreaPage({
  storyUuid,
  stepId,
  number,
  assetUuid,
  region,
  others,
  onRegion,
  onCancel,
}: EditAreaPageProps) {
  const { t } = useTranslation('picking');
  return (
    <ImageToDrawOn assetUuid={assetUuid} otherImage={otherImageAddress(storyUuid, number)}>
      {(image) => (
        <AreaPage
          key={`${stepId}.${assetUuid}`}
          title={t('editArea', { step: number })}
          image={image}
          start={region}
          others={others}
          draftName={`area.${storyUuid}.${stepId}.${assetUuid}`}
          onConfirm={onRegion}
          onCancel={onCancel}
        />
      )}
    </ImageToDrawOn>
  );
}
