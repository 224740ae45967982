import { useEffect, type RefObject } from 'react';
import type { ZoomStage } from '../zoom-stage.ts';
import { layoutOf } from './area-stage.ts';

/**
 * Keeps what lies on the image where it belongs while the image moves: the layer gets `--left`, `--top` and `--scale`
 * (pixels of the screen, and how many of them one pixel of the image fills) with each picture, without drawing by React.
 */
export function useLayout(
  layer: RefObject<HTMLDivElement | null>,
  stage: RefObject<ZoomStage | undefined>,
  width_px: number,
  isOpen: boolean,
): void {
  useEffect(() => {
    const viewer = stage.current?.viewer;
    if (!viewer || !isOpen) return undefined;
    const place = () => {
      const layout = layoutOf(viewer, width_px);
      if (!layout) return;
      for (const [name, value] of Object.entries(layout))
        layer.current?.style.setProperty(`--${name}`, String(value));
    };
    place();
    viewer.addHandler('viewport-change', place);
    viewer.addHandler('update-viewport', place);
    viewer.addHandler('resize', place);
    return () => {
      viewer.removeHandler('viewport-change', place);
      viewer.removeHandler('update-viewport', place);
      viewer.removeHandler('resize', place);
    };
  }, [layer, stage, width_px, isOpen]);
}
