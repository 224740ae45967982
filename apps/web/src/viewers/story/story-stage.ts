import type { StepTransition } from '@armarium/contract/story-steps';
import { Camera } from './camera.ts';
import { visibleBox, type Box, type View } from './geometry.ts';
import { type Layout, placeCard, restView } from './layout.ts';
import { FADE_LENGTH, moveDuration } from './moves.ts';
import type { Drawn } from './painter.ts';
import { TileStore, type TileFailure } from './tile-store.ts';
import { coarsestLevel, movingLevel, sharpLevel, tilesOf, type Tile, type TiledImage } from './tiles.ts';
import { zoomPath } from './zoom-path.ts';

/** A step as it is shown on the stage. */
export interface StagedStep {
  /** Undefined where the picture can't be shown. */
  readonly image: TiledImage | undefined;
  /** In pixels of the image. */
  readonly region: Box;
  readonly transition: StepTransition;
}

/** `waiting` for the first tiles of another image; `shown` when each tile of the region is drawn at the screen's resolution. */
export type Phase = 'waiting' | 'moving' | 'settling' | 'shown';

interface StageEvents {
  /** Where the card stands by now. */
  readonly onLayout: (layout: Layout) => void;
  readonly onPhase: (phase: Phase) => void;
  /** @param isFree whether the reader looks at another part of the image than the story does */
  readonly onFree: (isFree: boolean) => void;
  /** A part of the picture can't be had. */
  readonly onFailed: (failure: TileFailure) => void;
  /** After each frame, for measurements. */
  readonly onFrame: (drawn: Drawn, isMoving: boolean) => void;
}

/** How long another image may keep the reader waiting before it is shown as far as it is there, milliseconds. */
const PATIENCE_ms = 2000;
/** The most requests for the steps beside the one that is read. */
const AHEAD_MAX = 40;
/** The reader may enlarge a pixel of the image to this many of the screen. */
const ZOOM_MAX = 4;
/** The whole image is shown at no less than this share of the stage. */
const ZOOM_LEAST = 0.5;

/** Where a step is seen from, and the tiles that it takes. */
interface Target {
  readonly image: TiledImage;
  readonly view: View;
  /** The whole image in one tile: something lies below whatever is missing. */
  readonly base: readonly Tile[];
  /** The tiles of the region, at the level that the screen needs. */
  readonly region: readonly Tile[];
}

/** Shows the steps of a story on a canvas, and fetches what the next ones need while one is read. */
export class StoryStage {
  #steps: readonly StagedStep[];
  readonly #events: StageEvents;
  readonly #store: TileStore;
  readonly #camera: Camera;
  #index = 0;
  #layout: Layout | undefined;
  #phase: Phase | undefined;
  #isFree = false;
  /** Of the step that is shown, or moved to; undefined where it has no picture. */
  #target: Target | undefined;
  /** The tiles of what is looked at. */
  #needed: readonly Tile[] = [];
  #isFailureTold = false;
  #fadeBegins: (() => void) | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement, steps: readonly StagedStep[], events: StageEvents) {
    this.#steps = steps;
    this.#events = events;
    this.#store = new TileStore({
      onLoaded: () => {
        this.#camera.redraw();
        this.#beginFade();
      },
      onFailed: () => {
        this.#camera.redraw();
        this.#beginFade();
        this.#tellFailure();
      },
    });
    this.#camera = new Camera(canvas, this.#store, {
      onFrame: (drawn, isMoving) => {
        events.onFrame(drawn, isMoving);
        if (this.#phase === 'settling') this.#settle();
      },
      // Another image may be waited for by now.
      onArrived: () => {
        if (!this.#fadeBegins) this.#arrive();
      },
    });
    this.#camera.resize();
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#followDensity();
  }

  /** A window that moves to a screen of another density may keep its size. */
  #followDensity(): void {
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        this.#resize();
        this.#followDensity();
      },
      { once: true },
    );
  }

  /** Shows a step. @param isCut without a move, as at the beginning and for whoever wants no motion */
  show(index: number, isCut: boolean): void {
    this.#index = index;
    this.#setFree(false);
    this.#stopWaiting();
    const step = this.#steps[index];
    if (!step) return;
    const layout = placeCard(this.#camera.stage, step.region, this.#layout?.side);
    this.#setLayout(layout);
    this.#target = this.#targetOf(step, layout);
    this.#needed = this.#target ? [...this.#target.base, ...this.#target.region] : [];
    this.#isFailureTold = false;
    // A tile that failed while it was fetched ahead may be available now.
    this.#store.forgetFailures();
    if (!this.#target) {
      this.#camera.cut(undefined, this.#camera.view);
      this.#arrive();
      return;
    }
    const { image, transition } = step;
    if (this.#camera.image === image) this.#moveTo(this.#target, transition, isCut);
    else this.#fadeTo(this.#target, transition, isCut);
  }

  /** Takes other steps. What is shown stays as it is until `show`. @param index which of them it is */
  setSteps(steps: readonly StagedStep[], index: number): void {
    this.#steps = steps;
    this.#index = index;
  }

  /** Zooms around a point of the stage, by default the middle of what the card leaves free. */
  zoom(factor: number, point?: { readonly x: number; readonly y: number }): void {
    const { view, stage, image } = this.#camera;
    if (!image) return;
    const least = ZOOM_LEAST * Math.min(stage.width / image.width, stage.height / image.height);
    const most = Math.max(ZOOM_MAX / this.#camera.density, view.scale);
    const scale = Math.min(most, Math.max(Math.min(least, view.scale), view.scale * factor));
    const { x, y } = point ?? middleOf(this.#layout?.room ?? { x: 0, y: 0, ...stage });
    const [dx, dy] = [x - stage.width / 2, y - stage.height / 2];
    // The point of the image under the point of the stage stays there.
    this.#look({
      x: view.x + dx / view.scale - dx / scale,
      y: view.y + dy / view.scale - dy / scale,
      scale,
    });
  }

  /** Moves the picture by CSS pixels of the stage. */
  pan(dx: number, dy: number): void {
    const { view } = this.#camera;
    this.#look({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale });
  }

  /** Returns from where the reader has moved to. */
  backToStory(isCut: boolean): void {
    this.show(this.#index, isCut);
  }

  get isFree(): boolean {
    return this.#isFree;
  }

  /** Asks again for the parts that could not be had. */
  retry(): void {
    this.#isFailureTold = false;
    this.#store.retry();
  }

  /** Takes the colours that the page has by now. */
  recolour(): void {
    this.#camera.recolour();
  }

  #targetOf({ image, region }: StagedStep, { room }: Layout): Target | undefined {
    if (!image) return undefined;
    const { stage, density } = this.#camera;
    const view = restView(image, region, { room, stage, density });
    return {
      image,
      view,
      base: tilesOf(image, coarsestLevel(image), { x: 0, y: 0, ...image }),
      region: tilesOf(image, sharpLevel(image, view, density), region),
    };
  }

  #moveTo(target: Target, transition: StepTransition, isCut: boolean): void {
    const { stage, view } = this.#camera;
    const path = zoomPath(view, target.view, stage);
    const duration_ms = isCut || path.length === 0 ? 0 : moveDuration(path.length, transition);
    this.#store.want([
      ...target.base,
      ...this.#atLevel(target, path.widest, movingLevel),
      ...this.#whole(target),
    ]);
    if (duration_ms === 0) {
      this.#camera.cut(target.image, target.view);
      this.#arrive();
      return;
    }
    this.#setPhase('moving');
    this.#camera.fly(path, duration_ms, transition.easing);
  }

  #fadeTo(target: Target, transition: StepTransition, isCut: boolean): void {
    this.#store.want([...target.base, ...this.#whole(target)]);
    const duration_ms = isCut ? 0 : moveDuration(FADE_LENGTH, transition);
    this.#setPhase('waiting');
    // At the beginning there is nothing that could be looked at meanwhile.
    let isPatient = this.#camera.image !== undefined;
    this.#fadeBegins = () => {
      const isThere = [...target.base, ...(isPatient ? target.region : [])].every(
        (tile) => this.#store.has(tile) || this.#store.failureOf(tile) !== undefined,
      );
      if (!isThere) return;
      this.#stopWaiting();
      if (duration_ms === 0) {
        this.#camera.cut(target.image, target.view);
        this.#arrive();
        return;
      }
      this.#setPhase('moving');
      this.#camera.fade(target.image, target.view, duration_ms);
    };
    this.#patience = setTimeout(() => {
      isPatient = false;
      this.#beginFade();
    }, PATIENCE_ms);
    this.#beginFade();
  }

  #beginFade(): void {
    this.#fadeBegins?.();
  }

  #stopWaiting(): void {
    this.#fadeBegins = undefined;
    clearTimeout(this.#patience);
  }

  /** The tiles of the region, then those of all that is seen around it. */
  #whole(target: Target): Tile[] {
    return [...target.region, ...this.#atLevel(target, target.view, sharpLevel)];
  }

  #atLevel({ image }: Target, view: View, levelFor: typeof sharpLevel): Tile[] {
    const { stage, density } = this.#camera;
    return tilesOf(image, levelFor(image, view, density), visibleBox(view, stage));
  }

  #arrive(): void {
    this.#setPhase('settling');
    this.#settle();
  }

  /** The step is shown once all tiles of its region are there. */
  #settle(): void {
    const isThere = (this.#target?.region ?? []).every(
      (tile) => this.#store.has(tile) || this.#store.failureOf(tile) !== undefined,
    );
    if (!isThere) return;
    this.#store.want([...(this.#target ? this.#whole(this.#target) : []), ...this.#ahead()]);
    this.#tellFailure();
    this.#setPhase('shown');
  }

  /** Says once that a tile of what is looked at has been given up. */
  #tellFailure(): void {
    if (this.#isFailureTold) return;
    for (const tile of this.#needed) {
      const failure = this.#store.failureOf(tile);
      if (failure === undefined) continue;
      this.#isFailureTold = true;
      this.#events.onFailed(failure);
      return;
    }
  }

  /** What the steps beside this one need: the next one and the move to it, the one before, then all around the next one. */
  #ahead(): Tile[] {
    const next = this.#beside(this.#index + 1);
    const before = this.#beside(this.#index - 1);
    const tiles = new Map<string, Tile>();
    for (const tile of [...next.needed, ...before.needed, ...next.around])
      if (!this.#store.has(tile)) tiles.set(tile.address, tile);
    return [...tiles.values()].slice(0, AHEAD_MAX);
  }

  #beside(index: number): { readonly needed: readonly Tile[]; readonly around: readonly Tile[] } {
    const step = this.#steps[index];
    const target =
      step && this.#targetOf(step, placeCard(this.#camera.stage, step.region, this.#layout?.side));
    if (!target) return { needed: [], around: [] };
    const { base, region, image, view } = target;
    const isSame = this.#target?.image === image;
    const widest = isSame ? zoomPath(this.#target?.view ?? view, view, this.#camera.stage).widest : view;
    return {
      needed: [...base, ...region, ...this.#atLevel(target, widest, movingLevel)],
      around: this.#whole(target),
    };
  }

  /** The reader looks somewhere else. */
  #look({ x, y, scale }: View): void {
    const { image, stage } = this.#camera;
    if (!image || this.#phase === 'waiting') return;
    const view = {
      x: Math.min(image.width, Math.max(0, x)),
      y: Math.min(image.height, Math.max(0, y)),
      scale,
    };
    this.#camera.cut(image, view);
    this.#setFree(true);
    this.#setPhase('shown');
    const [visible, { density }] = [visibleBox(view, stage), this.#camera];
    this.#needed = tilesOf(image, sharpLevel(image, view, density), visible);
    this.#store.want([...tilesOf(image, movingLevel(image, view, density), visible), ...this.#needed]);
    this.#tellFailure();
  }

  #resize(): void {
    if (!this.#camera.resize()) return;
    if (this.#isFree && this.#camera.image) {
      this.#setLayout(placeCard(this.#camera.stage, this.#steps[this.#index]?.region ?? this.#camera.stage));
      this.#look(this.#camera.view);
    } else {
      this.#layout = undefined;
      this.show(this.#index, true);
    }
  }

  #setLayout(layout: Layout): void {
    this.#layout = layout;
    this.#events.onLayout(layout);
  }

  #setFree(isFree: boolean): void {
    if (isFree === this.#isFree) return;
    this.#isFree = isFree;
    this.#events.onFree(isFree);
  }

  #setPhase(phase: Phase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#events.onPhase(phase);
  }
}

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
