import OpenSeadragon from 'openseadragon';

// What it would write to the console is either shown on the screen (an image or a tile that fails) or of no use to
// anybody (a tile that came after its image was left).
const silent = () => undefined;
Object.assign(OpenSeadragon, { console: { ...window.console, warn: silent, error: silent } });

/** How far the arrows move, as a part of what is visible. */
const PAN_STEP = 0.15;
export const ZOOM_STEP = 1.5;
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
  zoom(factor: number): void;
  /** @param x steps to the right of the screen. @param y steps down */
  pan(x: number, y: number): void;
  rotate(degrees: number): void;
  /** Shows the whole image, upright. */
  fit(): void;
  /** Of the original's pixels on pixels of the screen, whatever its density; undefined while no image is open. */
  percent(): number | undefined;
  region(): ZoomRegion | undefined;
  show(region: ZoomRegion): void;
  destroy(): void;
}

/** Deep zoom of one image at a time: pointer, wheel and pinch. Keys and buttons are its owner's. */
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
  const image = () => (viewer.world.getItemCount() > 0 ? viewer.world.getItemAt(0) : undefined);
  return {
    viewer,
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
      viewport.setRotation(viewport.getRotation() + degrees);
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
