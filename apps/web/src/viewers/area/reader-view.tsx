import { useDebouncedValue } from '@mantine/hooks';
import { useState, type CSSProperties } from 'react';
import { framedView, isSameRegion, visibleRegion, type Extent, type Region } from './region.ts';
import classes from './area-editor.module.css';

/** Until a region rests, its place in a small picture of the whole image is shown; then a sharp one is fetched. */
const REST_ms = 250;
/** Of the sharp picture, and of the whole one. */
const PICTURE_px = { sharp: 480, whole: 1024 } as const;

interface ReaderViewProps {
  /** Of the image in the image API, without a slash at its end. */
  address: string;
  image: Extent;
  region: Region;
  /** The shape of the reader's screen: width divided by height. */
  ratio: number;
  /** What kind of screen it is. */
  label: string;
}

/** What a reader sees of a region on a screen of some shape, small. */
export function ReaderView({ address, image, region, ratio, label }: ReaderViewProps) {
  const [rested] = useDebouncedValue(region, REST_ms);
  const view = framedView(region, ratio, image);
  const sharp = visibleRegion(view, image);
  const { x, y, width, height } = sharp;
  return (
    <figure className={classes.reader}>
      <div className={classes.readerScreen} style={{ aspectRatio: ratio }} data-reader>
        <Part
          address={`${address}/full/!${PICTURE_px.whole},${PICTURE_px.whole}/0/default.jpg`}
          place={placeIn(view, { x: 0, y: 0, ...image })}
        />
        {isSameRegion(rested, region) && (
          <Part
            key={`${x},${y},${width},${height}`}
            address={`${address}/${x},${y},${width},${height}/!${PICTURE_px.sharp},${PICTURE_px.sharp}/0/default.jpg`}
            place={placeIn(view, sharp)}
          />
        )}
      </div>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

/** A picture of a part of the image; nothing where it can't be had. */
function Part({ address, place }: { address: string; place: CSSProperties }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return <img src={address} alt="" draggable={false} style={place} onError={() => setIsBroken(true)} />;
}

/** Where a part of the image lies in a view of it, in percent of the view. */
function placeIn(view: Region, part: Region) {
  const percent = (value: number, of: number) => `${(value / of) * 100}%`;
  return {
    left: percent(part.x - view.x, view.width),
    top: percent(part.y - view.y, view.height),
    width: percent(part.width, view.width),
    height: percent(part.height, view.height),
  };
}
