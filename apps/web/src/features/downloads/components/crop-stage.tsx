import { useRef, type PointerEvent } from 'react';
import type { Cropping } from '../download-choice.ts';
import { drawnCrop, isInside, movedCrop, writtenCrop, type Crop, type CropText } from '../variant.ts';
import classes from './crop-field.module.css';

/** At most, so that the fields below stay in sight. */
const STAGE_HEIGHT_px = 320;

interface CropStageProps {
  cropping: Cropping;
  onChange(text: CropText): void;
}

/** The image, on which a part of it is drawn or dragged. */
export function CropStage({ cropping: { imageUuid, image, largest, read }, onChange }: CropStageProps) {
  const crop = 'faulty' in read ? undefined : read;
  // What a pointer that is down does: it drags the part by this place in it, or draws from this place of the image.
  const held = useRef<{ x: number; y: number; dragged: Crop | undefined }>(undefined);
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * image.width,
      y: ((event.clientY - box.top) / box.height) * image.height,
    };
  };
  const release = () => {
    held.current = undefined;
  };
  const percent = (part: number, of: number) => `${(part / of) * 100}%`;
  return (
    <div
      className={classes.stage}
      aria-hidden
      data-crop-stage
      style={{
        aspectRatio: `${image.width} / ${image.height}`,
        width: `min(100%, ${(STAGE_HEIGHT_px * image.width) / image.height}px)`,
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const place = placeOf(event);
        // The whole image can't be dragged anywhere: there a new part is drawn.
        const isWhole = crop?.width === image.width && crop.height === image.height;
        held.current =
          crop && !isWhole && isInside(place, crop)
            ? { x: place.x - crop.x, y: place.y - crop.y, dragged: crop }
            : { ...place, dragged: undefined };
      }}
      onPointerMove={(event) => {
        if (!held.current) return;
        const { x, y, dragged } = held.current;
        const place = placeOf(event);
        onChange(
          writtenCrop(
            dragged
              ? movedCrop(dragged, place.x - x, place.y - y, image)
              : drawnCrop({ x, y }, place, largest, image),
          ),
        );
      }}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <img src={`/iiif/3/${imageUuid}/full/!800,800/0/default.jpg`} alt="" draggable={false} />
      {crop && (
        <span
          className={classes.part}
          style={{
            left: percent(crop.x, image.width),
            top: percent(crop.y, image.height),
            width: percent(crop.width, image.width),
            height: percent(crop.height, image.height),
          }}
        />
      )}
    </div>
  );
}
