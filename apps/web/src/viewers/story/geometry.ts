/** Lengths are pixels: of an image, or CSS pixels of the screen, as the name of the value says. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the camera sees: the point of the image in the middle of the stage, and CSS pixels for each pixel of the image. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The part of an image that a view shows on a stage, in pixels of the image; it may reach beyond the image. */
export function visibleBox({ x, y, scale }: View, stage: Size): Box {
  const [width, height] = [stage.width / scale, stage.height / scale];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** What two boxes have in common; undefined where they don't meet. */
export function intersection(one: Box, other: Box): Box | undefined {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
