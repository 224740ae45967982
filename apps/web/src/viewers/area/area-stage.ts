import OpenSeadragon, { type Viewer } from 'openseadragon';
import { shiftToSee, type Point, type Region } from './region.ts';

/** Where an image is on its stage: the place of its first pixel, and how many pixels of the screen one of its own fills. */
export interface Layout {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** Where the image is drawn now, even while it moves; undefined while none is open. @param width_px of the image */
export function layoutOf(viewer: Viewer, width_px: number): Layout | undefined {
  if (viewer.world.getItemCount() === 0) return undefined;
  const image = viewer.world.getItemAt(0);
  const first = image.imageToViewerElementCoordinates(new OpenSeadragon.Point(0, 0));
  // The document of the image may tell another size than the record.
  const end = image.imageToViewerElementCoordinates(new OpenSeadragon.Point(image.getContentSize().x, 0));
  return { left: first.x, top: first.y, scale: (end.x - first.x) / width_px };
}

export const toImage = ({ x, y }: Point, { left, top, scale }: Layout): Point => ({
  x: (x - left) / scale,
  y: (y - top) / scale,
});

export const toScreen = ({ x, y, width, height }: Region, { left, top, scale }: Layout): Region => ({
  x: left + x * scale,
  y: top + y * scale,
  width: width * scale,
  height: height * scale,
});

/** Zooms around a point of the stage. @param atOnce without an animation, as fingers do */
export function zoomAt({ viewport }: Viewer, factor: number, point: Point, atOnce = false): void {
  // What is under the pointer now, even while an animation leads elsewhere.
  const place = viewport.pointFromPixel(new OpenSeadragon.Point(point.x, point.y), true);
  viewport.zoomBy(factor, place, atOnce);
  viewport.applyConstraints(atOnce);
}

/** Moves the image along with a pointer. @param by pixels of the screen */
export function slide({ viewport }: Viewer, by: Point): void {
  viewport.panBy(viewport.deltaPointsFromPixels(new OpenSeadragon.Point(-by.x, -by.y)), true);
  viewport.applyConstraints(true);
}

/** Moves the image so that what changed of a region is seen. @param width_px of the image */
export function follow(viewer: Viewer, before: Region, after: Region, width_px: number): void {
  const { viewport, world } = viewer;
  if (world.getItemCount() === 0) return;
  const open = world.getItemAt(0);
  const ratio = open.getContentSize().x / width_px;
  const { x, y, width, height } = open.viewportToImageRectangle(viewport.getBoundsNoRotate());
  const seen = { x: x / ratio, y: y / ratio, width: width / ratio, height: height / ratio };
  const by = shiftToSee(before, after, seen);
  if (by.x === 0 && by.y === 0) return;
  const [from, to] = [
    open.imageToViewportCoordinates(0, 0),
    open.imageToViewportCoordinates(by.x * ratio, by.y * ratio),
  ];
  viewport.panBy(to.minus(from));
}
