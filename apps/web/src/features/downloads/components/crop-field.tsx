import { TextInput } from '@mantine/core';
import { useId, useRef, type PointerEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cropRange,
  cropSides,
  drawnCrop,
  movedCrop,
  readCrop,
  writtenCrop,
  type Crop,
  type CropText,
  type Extent,
} from '../variant.ts';
import classes from './crop-field.module.css';

/** At most, so that the fields below stay in sight. */
const STAGE_HEIGHT_px = 320;

interface CropFieldProps {
  imageUuid: string;
  image: Extent;
  largest: Extent;
  text: CropText;
  /** The fields in the order of `cropSides`, for the focus. */
  fields: RefObject<HTMLDivElement | null>;
  onChange(text: CropText): void;
}

/** A part of an image, drawn or dragged on it by mouse, pen or finger, or typed. */
export function CropField({ imageUuid, image, largest, text, fields, onChange }: CropFieldProps) {
  const { t } = useTranslation('downloads');
  const hint = useId();
  // What a pointer that is down does: it drags the part by this place in it, or draws from this place of the image.
  const held = useRef<{ x: number; y: number; dragged: Crop | undefined }>(undefined);
  const read = readCrop(text, largest, image);
  const crop = 'faulty' in read ? undefined : read;
  const faulty = 'faulty' in read ? read.faulty : undefined;

  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * image.width,
      y: ((event.clientY - box.top) / box.height) * image.height,
    };
  };
  const letGo = () => {
    held.current = undefined;
  };

  return (
    <div className={classes.crop}>
      <p id={hint} className={classes.hint}>
        {t('cropPlace', { width: image.width, height: image.height })}
      </p>
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
          const { x, y } = placeOf(event);
          const isWithin =
            crop !== undefined &&
            x >= crop.x &&
            x <= crop.x + crop.width &&
            y >= crop.y &&
            y <= crop.y + crop.height;
          // The whole image can't be dragged anywhere: there a new part is drawn.
          const isWhole = crop?.width === image.width && crop.height === image.height;
          held.current =
            isWithin && !isWhole
              ? { x: x - crop.x, y: y - crop.y, dragged: crop }
              : { x, y, dragged: undefined };
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
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        <img src={`/iiif/3/${imageUuid}/full/!800,800/0/default.jpg`} alt="" draggable={false} />
        {crop && (
          <span
            className={classes.part}
            style={{
              left: `${(crop.x / image.width) * 100}%`,
              top: `${(crop.y / image.height) * 100}%`,
              width: `${(crop.width / image.width) * 100}%`,
              height: `${(crop.height / image.height) * 100}%`,
            }}
          />
        )}
      </div>
      <div ref={fields} className={classes.sides} role="group" aria-label={t('crop')} aria-describedby={hint}>
        {cropSides.map((side) => {
          const [least, most] = cropRange(text, side, largest, image);
          return (
            <TextInput
              key={side}
              label={t(`sides.${side}`)}
              inputMode="numeric"
              autoComplete="off"
              value={text[side]}
              error={faulty === side && t('range', { least, most })}
              onChange={(event) => onChange({ ...text, [side]: event.currentTarget.value })}
              onKeyDown={(event) => {
                const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 100, PageDown: -100 }[event.key];
                if (step === undefined) return;
                event.preventDefault();
                const stepped = Math.max(least, Math.min(most, (Number(text[side]) || 0) + step));
                onChange({ ...text, [side]: String(stepped) });
              }}
            />
          );
        })}
      </div>
    </div>
  );
}
