import OpenSeadragon from 'openseadragon';

// What it would write to the console is either shown on the screen (an image or a tile that fails) or of no use to
// anybody (a tile that came after its image was left).
const silent = () => undefined;
Object.assign(OpenSeadragon, { console: { ...window.console, warn: silent, error: silent } });

/** How far the arrows move, as a part of what is visible. */
const PAN_STEP = 0.15;
export const ZOOM_STEP = 1.5;
/** As a part of what is visible: so little is nobody's own view, but a rounded number. */
const SAME_VIEW = 0.002;
/** Screen pixels that one pixel of the image may fill. */
const MAX_ZOOM_PIXEL_RATIO = 4;

/** A part of an image in its own pixels, and how far the image is turned, in degrees. */
export interface ZoomRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

export interface ZoomStage {
  readonly viewer: OpenSeadragon.Viewer;
  /** Shows one image upright, or several side by side at the same height. @param sources addresses of `info.json`, from the left */
  open(sources: readonly string[]): void;
  zoom(factor: number): void;
  /** @param x steps to the right of the screen. @param y steps down */
  pan(x: number, y: number): void;
  rotate(degrees: number): void;
  /** Shows the whole image, upright. */
  fit(): void;
  /**
   * Of the original's pixels on pixels of the screen, whatever its density; undefined while no image is open. Of several
   * images, which may differ in their pixels, that under the middle of the stage counts, as it does for regions.
   */
  percent(): number | undefined;
  region(): ZoomRegion | undefined;
  show(region: ZoomRegion): void;
  destroy(): void;
}

/** Deep zoom of one image at a time, or of several side by side: pointer, wheel and pinch. Keys and buttons are its owner's. */
export function openZoomStage(element: HTMLElement): ZoomStage {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const viewer = OpenSeadragon({
    element,
    drawer: 'canvas',
    showNavigationControl: false,
    animationTime: still ? 0 : 0.4,
    springStiffness: 8,
    blendTime: 0,
    immediateRender: false,
    maxZoomPixelRatio: MAX_ZOOM_PIXEL_RATIO,
    minZoomImageRatio: 0.8,
    visibilityRatio: 0.4,
    zoomPerScroll: 1.25,
    gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
    imageLoaderLimit: 8,
    timeout: 60_000,
  });
  // The keys are ours: OpenSeadragon's own flip the image where people expect full screen.
  viewer.addHandler('canvas-key', (event) => {
    event.preventDefaultAction = true;
  });
  viewer.canvas.setAttribute('role', 'application');
  const { viewport } = viewer;
  const images = () =>
    Array.from({ length: viewer.world.getItemCount() }, (_, index) => viewer.world.getItemAt(index));
  const image = () => {
    const middle = viewport.getCenter();
    return images().find((one) => one.getBounds().containsPoint(middle)) ?? images()[0];
  };
  // How far all of the image is zoomed on a stage of this size, at this rotation.
  let homeZoom = 0;
  const noteHome = () => {
    homeZoom = viewport.getHomeZoom();
  };
  /** Whether all of the image is shown, or is about to be, and not a part that somebody chose. */
  const isAtHome = () => {
    if (images().length === 0 || homeZoom === 0) return false;
    const zoom = viewport.getZoom();
    const aside = viewport.getCenter().distanceTo(viewer.world.getHomeBounds().getCenter());
    return Math.abs(zoom / homeZoom - 1) < SAME_VIEW && aside * zoom < SAME_VIEW;
  };
  viewer.addHandler('open', () => {
    if (images().length > 1) {
      // How wide they are is known only now.
      let left = 0;
      for (const one of images()) {
        one.setPosition(new OpenSeadragon.Point(left, 0), true);
        left += one.getBounds().width;
      }
      viewport.goHome(true);
    }
    noteHome();
  });
  viewer.addHandler('rotate', noteHome);
  // OpenSeadragon keeps what was visible, also where that was all of the image: a smaller stage would cut it off.
  viewer.addHandler('resize', () => {
    const wasAtHome = isAtHome();
    noteHome();
    // It moves the view once more before this turn ends.
    if (wasAtHome) queueMicrotask(() => viewport.goHome(true));
  });
  return {
    viewer,
    open(sources) {
      viewer.open(sources.map((tileSource) => ({ tileSource, ...(sources.length > 1 && { height: 1 }) })));
      viewport.setRotation(0, true);
    },
    zoom(factor) {
      viewport.zoomBy(factor);
      viewport.applyConstraints();
    },
    pan(x, y) {
      const visible = viewport.getBounds();
      const step = PAN_STEP * Math.min(visible.width, visible.height);
      viewport.panBy(new OpenSeadragon.Point(x * step, y * step).rotate(-viewport.getRotation()));
      viewport.applyConstraints();
    },
    rotate(degrees) {
      const wasAtHome = isAtHome();
      viewport.setRotation(viewport.getRotation() + degrees);
      if (wasAtHome) viewport.goHome();
    },
    fit() {
      viewport.setRotation(0);
      viewport.goHome();
    },
    percent() {
      const open = image();
      if (!open) return undefined;
      const ratio = open.viewportToImageZoom(viewport.getZoom(true)) * window.devicePixelRatio;
      viewer.drawer.setImageSmoothingEnabled(ratio <= 1);
      return Math.round(ratio * 100);
    },
    region() {
      const open = image();
      if (!open) return undefined;
      // Where it is going to, not where the animation is.
      const { x, y, width, height } = open.viewportToImageRectangle(viewport.getBoundsNoRotate());
      const whole = [x, y, width, height].map(Math.round);
      return {
        x: whole[0] ?? 0,
        y: whole[1] ?? 0,
        width: whole[2] ?? 0,
        height: whole[3] ?? 0,
        rotation: ((viewport.getRotation() % 360) + 360) % 360,
      };
    },
    show({ x, y, width, height, rotation }) {
      viewport.setRotation(rotation);
      const part = image()?.imageToViewportRectangle(x, y, width, height);
      if (part) viewport.fitBounds(part);
    },
    destroy() {
      viewer.destroy();
    },
  };
}
