import type { StepTransition } from '@armarium/contract/story-steps';
import type { Size, View } from './geometry.ts';
import { moveProgress } from './moves.ts';
import { paint, type Drawn } from './painter.ts';
import type { TileStore } from './tile-store.ts';
import type { TiledImage } from './tiles.ts';
import type { ZoomPath } from './zoom-path.ts';

interface CameraEvents {
  /** After each frame. @param isMoving whether it was one of a move or a fade */
  readonly onFrame: (drawn: Drawn, isMoving: boolean) => void;
  /** A move or a fade has come to its end. */
  readonly onArrived: () => void;
}

interface Motion {
  /** The time of its first frame; undefined before. */
  began_ms: number | undefined;
  readonly duration_ms: number;
  readonly easing: StepTransition['easing'];
  /** The way of a move within the image; a fade has none. */
  readonly path?: ZoomPath;
  /** What was seen before a fade. */
  readonly before?: HTMLCanvasElement;
}

/** Draws one image on a canvas, and moves over it or fades to another one. It draws only while something changes. */
export class Camera {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #store: TileStore;
  readonly #events: CameraEvents;
  #image: TiledImage | undefined;
  #view: View = { x: 0, y: 0, scale: 1 };
  #stage: Size = { width: 0, height: 0 };
  #density = 1;
  #motion: Motion | undefined;
  #isFrameAsked = false;
  #background = '';

  constructor(canvas: HTMLCanvasElement, store: TileStore, events: CameraEvents) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('The browser gives no canvas to draw on.');
    this.#canvas = canvas;
    this.#context = context;
    this.#store = store;
    this.#events = events;
  }

  get image(): TiledImage | undefined {
    return this.#image;
  }

  get view(): View {
    return this.#view;
  }

  /** CSS pixels. */
  get stage(): Size {
    return this.#stage;
  }

  /** Pixels of the screen for each CSS pixel. */
  get density(): number {
    return this.#density;
  }

  /** Fits the canvas to its place on the screen. @returns whether its size changed */
  resize(): boolean {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const density = window.devicePixelRatio;
    if (width === this.#stage.width && height === this.#stage.height && density === this.#density)
      return false;
    this.#stage = { width, height };
    this.#density = density;
    this.#canvas.width = Math.round(width * density);
    this.#canvas.height = Math.round(height * density);
    this.#background = getComputedStyle(this.#canvas).backgroundColor;
    // A canvas that gets a size is empty.
    this.#paint();
    return true;
  }

  /** Shows an image at once; nothing where it is undefined. */
  cut(image: TiledImage | undefined, view: View): void {
    this.#motion = undefined;
    this.#image = image;
    this.#view = view;
    this.redraw();
  }

  /** Flies along a path over the image that is shown. */
  fly(path: ZoomPath, duration_ms: number, easing: StepTransition['easing']): void {
    this.#motion = { began_ms: undefined, duration_ms, easing, path };
    this.redraw();
  }

  /** Fades from what is seen to another image. */
  fade(image: TiledImage, view: View, duration_ms: number): void {
    // A frame that is not displayed has no size, and nothing that could be seen.
    if (this.#canvas.width === 0 || this.#canvas.height === 0) {
      this.cut(image, view);
      this.#events.onArrived();
      return;
    }
    const before = document.createElement('canvas');
    Object.assign(before, { width: this.#canvas.width, height: this.#canvas.height });
    before.getContext('2d')?.drawImage(this.#canvas, 0, 0);
    this.#image = image;
    this.#view = view;
    this.#motion = { began_ms: undefined, duration_ms, easing: 'easeOutLinear', before };
    this.redraw();
  }

  /** Takes the colours that the page has by now. */
  recolour(): void {
    this.#background = getComputedStyle(this.#canvas).backgroundColor;
    this.redraw();
  }

  /** Draws anew with the next frame of the screen. */
  redraw(): void {
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    requestAnimationFrame((now_ms) => {
      this.#isFrameAsked = false;
      this.#step(now_ms);
    });
  }

  #step(now_ms: number): void {
    const motion = this.#motion;
    if (!motion) {
      this.#events.onFrame(this.#paint(), false);
      return;
    }
    motion.began_ms ??= now_ms;
    const time = Math.min(1, (now_ms - motion.began_ms) / motion.duration_ms);
    const progress = moveProgress(time, motion);
    if (motion.path) this.#view = motion.path.at(progress);
    const drawn = this.#paint();
    if (motion.before) {
      this.#context.globalAlpha = 1 - progress;
      this.#context.drawImage(motion.before, 0, 0, this.#canvas.width, this.#canvas.height);
      this.#context.globalAlpha = 1;
    }
    this.#events.onFrame(drawn, true);
    if (time < 1) {
      this.redraw();
      return;
    }
    this.#motion = undefined;
    // The same view is drawn again as one at rest.
    this.redraw();
    this.#events.onArrived();
  }

  #paint(): Drawn {
    const { width, height } = this.#canvas;
    this.#context.fillStyle = this.#background;
    this.#context.fillRect(0, 0, width, height);
    const [image, view] = [this.#image, this.#view];
    if (!image) return { isBlank: false, isSharp: true };
    const [stage, density] = [this.#stage, this.#density];
    return paint(this.#context, this.#store, {
      image,
      view,
      stage,
      density,
      isMoving: this.#motion?.path !== undefined,
    });
  }
}
