import { lazy } from 'react';

// Deep zoom is fetched by the pages that show an image, and not with the editor of a story.
const deepZoom = () => import('../../../viewers/deep-zoom.tsx');
const areaEditor = () => import('../../../viewers/area/area-editor.tsx');

export const DeepZoom = lazy(async () => ({ default: (await deepZoom()).DeepZoom }));
export const AreaEditor = lazy(async () => ({ default: (await areaEditor()).AreaEditor }));

/** Begins to fetch deep zoom while the page asks for what it shows. A failure is told by what is drawn then. */
export const beginDeepZoom = () => void deepZoom().catch(() => undefined);
/** As `beginDeepZoom`, for drawing areas. */
export const beginAreaEditor = () => void areaEditor().catch(() => undefined);
