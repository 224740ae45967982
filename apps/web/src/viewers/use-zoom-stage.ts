import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { openZoomStage, type ZoomStage } from './zoom-stage.ts';

interface Outcome {
  shown: string;
  attempt: number;
  phase: 'open' | 'failed';
  lostTiles: boolean;
}

/**
 * Keeps a zoom stage in an element and opens the image of `source` in it.
 * @param beside another image, to the right of it
 * @returns the stage and the image's state
 */
export function useZoomStage(place: RefObject<HTMLDivElement | null>, source: string, beside?: string) {
  const stage = useRef<ZoomStage>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  const [percent, setPercent] = useState<number>();
  const shown = `${source} ${beside ?? ''}`;
  // An outcome of another image, or of an earlier attempt, does not count.
  const current = outcome?.shown === shown && outcome.attempt === attempt ? outcome : undefined;
  const showZoom = useEffectEvent((opened: ZoomStage) => setPercent(opened.percent()));

  useEffect(() => {
    const opened = openZoomStage(place.current as HTMLElement);
    stage.current = opened;
    opened.viewer.addHandler('animation', () => showZoom(opened));
    opened.viewer.addHandler('resize', () => showZoom(opened));
    return () => {
      stage.current = undefined;
      opened.destroy();
    };
  }, [place]);

  useEffect(() => {
    const opened = stage.current;
    if (!opened) return undefined;
    const { viewer } = opened;
    const sources = beside === undefined ? [source] : [source, beside];
    const hear = (phase: Outcome['phase'], lostTiles: boolean) => () =>
      setOutcome({ shown, attempt, phase, lostTiles });
    // Of two images, one may have failed.
    const onOpen = () => hear('open', viewer.world.getItemCount() < sources.length)();
    const onFailed = hear('failed', false);
    const onLost = hear('open', true);
    viewer.addHandler('open', onOpen);
    viewer.addHandler('open-failed', onFailed);
    viewer.addHandler('tile-load-failed', onLost);
    viewer.addOnceHandler('open', () => showZoom(opened));
    opened.open(sources);
    return () => {
      viewer.removeHandler('open', onOpen);
      viewer.removeHandler('open-failed', onFailed);
      viewer.removeHandler('tile-load-failed', onLost);
    };
  }, [shown, source, beside, attempt]);

  return {
    stage,
    phase: current?.phase ?? ('opening' as const),
    /** Some tiles of the image are missing, or one of two images. */
    lostTiles: current?.lostTiles ?? false,
    percent,
    openAgain: () => setAttempt(attempt + 1),
  };
}
