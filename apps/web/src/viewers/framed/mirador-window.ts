import Mirador, { OSDReferences, type MiradorViewer } from 'mirador';
import type { Viewer } from 'openseadragon';
import { language } from './words.ts';

/**
 * Shows all of an opening that follows a single page, or the other way round. Mirador keeps the part that was visible, which
 * is what a reader wants from one opening to the next; but of two pages, the second would be out of sight.
 */
function fitNewLayouts({ store }: MiradorViewer): void {
  const heard = new WeakSet<Viewer>();
  let shown: readonly string[] = [];
  let isNewLayout = false;
  store.subscribe(() => {
    const [[id, { visibleCanvases = [] }] = ['', {}]] = Object.entries(store.getState().windows ?? {});
    if (visibleCanvases.join() === shown.join()) return;
    isNewLayout = visibleCanvases.length !== shown.length;
    shown = visibleCanvases;
    const viewer = OSDReferences.get(id)?.current;
    if (!viewer || heard.has(viewer)) return;
    heard.add(viewer);
    // The images come and go one by one. What a reader does afterwards stays.
    const fit = () => isNewLayout && viewer.viewport.fitBounds(viewer.world.getHomeBounds());
    viewer.world.addHandler('add-item', fit);
    viewer.world.addHandler('remove-item', fit);
  });
}

/**
 * One window with one manifest, without the workspace around it, in which others could be opened from anywhere.
 * @param manifest its address; what of it is shown stands below its own address
 * @param canvas the address of the canvas to begin with; undefined for the first one
 */
export function openMirador(element: HTMLElement, manifest: string, canvas: string | undefined): void {
  const scheme = document.documentElement.dataset.mantineColorScheme;
  // As it stands, Mirador opens `paged` manifests as a book, follows `viewingDirection`, and shows the table of contents as
  // the index of a manifest with `structures`.
  const viewer = Mirador.viewer({
    id: element.id,
    language,
    selectedTheme: scheme === 'dark' ? 'dark' : 'light',
    windows: [{ manifestId: manifest, ...(canvas !== undefined && { canvasId: canvas }) }],
    window: {
      allowClose: false,
      allowMaximize: false,
      allowTopMenuButton: true,
      allowFullscreen: document.fullscreenEnabled,
      sideBarOpen: false,
    },
    workspace: { type: 'mosaic', allowNewWindows: false, isWorkspaceAddVisible: false },
    workspaceControlPanel: { enabled: false },
    // As deep zoom draws elsewhere: WebGL would fetch each picture back from the graphics card.
    osdConfig: { drawer: 'canvas' },
  });
  fitNewLayouts(viewer);
}
