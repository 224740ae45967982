import { lazy, Suspense } from 'react';
import { useWatchedBatches } from '../selection/watched-batches.ts';

const BatchPanel = lazy(() => import('./batch-panel.tsx').then((module) => ({ default: module.BatchPanel })));

/** The progress of what was started for many items; its code is fetched with the first. */
export function BatchPanelHost() {
  const watched = useWatchedBatches();
  if (watched.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <BatchPanel uuids={watched} />
    </Suspense>
  );
}
