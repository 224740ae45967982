import { memo, type CSSProperties, type KeyboardEvent, type PointerEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { handles, type Region } from './region.ts';
import classes from './area-editor.module.css';

/** Another area of the same image. */
export interface OtherArea {
  readonly region: Region;
  /** What it is known by, in a few characters: the number of its step. */
  readonly name: string;
}

interface AreaLayerProps {
  layer: Ref<HTMLDivElement>;
  rectangle: Ref<HTMLDivElement>;
  /** Its place on the screen is known. */
  isShown: boolean;
  region: Region;
  others: readonly OtherArea[];
  /** The ids of what says where the rectangle is, and how it is changed. */
  describedBy: string;
  pointerHandlers: Partial<Record<`on${string}`, (event: PointerEvent<HTMLElement>) => void>>;
  onKeyDown(event: KeyboardEvent): void;
  onLeave(): void;
}

/** The numbers of a region for the style sheet, which multiplies them by the scale of the image. */
const placed = ({ x, y, width, height }: Region) =>
  ({ '--x': x, '--y': y, '--width': width, '--height': height }) as CSSProperties;

/** What lies on the image: the rectangle with its handles, and the outlines of other areas. */
export function AreaLayer({
  layer,
  rectangle,
  isShown,
  region,
  others,
  describedBy,
  pointerHandlers,
  onKeyDown,
  onLeave,
}: AreaLayerProps) {
  const { t } = useTranslation('area');
  return (
    <div
      ref={layer}
      className={classes.layer}
      data-hidden={!isShown || undefined}
      role="presentation"
      {...pointerHandlers}
      // A click with the middle button would scroll the page.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Outlines others={others} />
      <div
        ref={rectangle}
        className={classes.rectangle}
        style={placed(region)}
        role="application"
        // A role whose keys are the page's own; the rule doesn't know it as one to be focused.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-roledescription={t('rectangleRole')}
        aria-label={t('rectangle')}
        aria-describedby={describedBy}
        data-area
        onKeyDown={onKeyDown}
        onBlur={onLeave}
      >
        {handles.map((handle) => (
          <span key={handle} className={classes.handle} data-handle={handle} />
        ))}
      </div>
    </div>
  );
}

/** They may be hundreds, and are not drawn anew while the rectangle is dragged. */
const Outlines = memo(function Outlines({ others }: { others: readonly OtherArea[] }) {
  return others.map((other, index) => (
    <span key={index} className={classes.other} style={placed(other.region)} aria-hidden data-other>
      <span>{other.name}</span>
    </span>
  ));
});
