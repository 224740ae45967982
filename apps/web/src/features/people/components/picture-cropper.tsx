import { ActionIcon, Button, Slider } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Cropper, { type Point, type Size } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { keepsEscape } from '../../../ui/keeps-escape.ts';
import { croppedPicture, type PictureChange, type PicturePart } from '../picture-change.ts';
import classes from './picture-cropper.module.css';

const MOST_ZOOM = 4;
const STEP_px = 8;

const moves = [
  { word: 'left', x: -1, y: 0, Icon: IconArrowLeft },
  { word: 'up', x: 0, y: -1, Icon: IconArrowUp },
  { word: 'down', x: 0, y: 1, Icon: IconArrowDown },
  { word: 'right', x: 1, y: 0, Icon: IconArrowRight },
] as const;

interface PictureCropperProps {
  /** Whose pixels are there already. */
  picture: HTMLImageElement;
  onConfirm(change: PictureChange): void;
  onCancel(): void;
}

/**
 * Chooses a square of a picture: dragged by mouse or finger, moved by arrow keys or buttons, made larger by a slider or
 * a wheel. It gets the focus when it appears. Escape cancels it, and not the dialog around it.
 */
export function PictureCropper({ picture, onConfirm, onCancel }: PictureCropperProps) {
  const { t } = useTranslation('avatar');
  const hint = useId();
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<PicturePart>();
  const stage = useRef<HTMLDivElement>(null);
  const isReady = part !== undefined;
  useEffect(() => {
    if (isReady) stage.current?.querySelector<HTMLElement>('[role=application]')?.focus();
  }, [isReady]);
  const media = useRef<Size>({ width: 0, height: 0 });
  const square = useRef<Size>({ width: 0, height: 0 });
  // As far as the square stays within the picture, as the library does it for its own keys.
  const within = (value: number, side: keyof Size) => {
    const room = Math.max(0, (media.current[side] * zoom - square.current[side]) / 2);
    return Math.max(-room, Math.min(room, value));
  };
  return (
    <div
      className={classes.cropper}
      role="group"
      aria-label={t('cropping')}
      onFocusCapture={keepsEscape}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <p id={hint} className={classes.hint}>
        {t('cropHint')}
      </p>
      <div ref={stage} className={classes.stage}>
        <Cropper
          image={picture.src}
          crop={crop}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={STEP_px}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{
            // Only then do the arrow keys reach it from a screen reader.
            role: 'application',
            'aria-label': t('stage'),
            'aria-describedby': hint,
          }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_, pixels) => setPart(pixels)}
          onCropSizeChange={(size) => (square.current = size)}
          onMediaLoaded={(size) => (media.current = size)}
        />
      </div>
      <div className={classes.tools}>
        <Slider
          className={classes.zoom ?? ''}
          thumbLabel={t('zoom')}
          label={(value) => `${Math.round(value * 100)} %`}
          min={1}
          max={MOST_ZOOM}
          step={0.1}
          value={zoom}
          onChange={setZoom}
        />
        <ActionIcon.Group>
          {moves.map(({ word, x, y, Icon }) => (
            <ActionIcon
              key={word}
              variant="default"
              size={36}
              aria-label={t(`move.${word}`)}
              onClick={() =>
                setCrop({
                  x: within(crop.x + x * STEP_px, 'width'),
                  y: within(crop.y + y * STEP_px, 'height'),
                })
              }
            >
              <Icon size={17} />
            </ActionIcon>
          ))}
        </ActionIcon.Group>
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button disabled={!part} onClick={() => part && onConfirm(croppedPicture(picture, part))}>
          {t('confirm')}
        </Button>
      </div>
    </div>
  );
}
