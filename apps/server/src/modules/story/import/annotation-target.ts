import type { Region, Size } from '../regions.ts';
import { listOf, propertiesOf, stringOf } from './json-values.ts';

/** The address of the canvas that an annotation is about, without a fragment. Pure. */
export const targetAddress = (target: unknown): string => addressOf(target).split(FRAGMENT)[0] ?? '';

/**
 * The rectangle that an annotation is about, in whole pixels of its canvas and inside it: of `#xywh=` in the address of the
 * canvas, of a FragmentSelector or of a PointSelector (Web Annotation Data Model §4). Pure.
 * @returns the whole canvas where the target has no selector; undefined where it has one that is not understood, or one that is
 *   outside the canvas
 */
export function targetRegion(target: unknown, canvas: Size): Region | undefined {
  const selectors = listOf(propertiesOf(listOf(target)[0])['selector']).map(propertiesOf);
  if (selectors.length === 0) return fragmentRegion(addressOf(target), canvas);
  for (const { type, value, x, y } of selectors) {
    if (type === 'FragmentSelector') return numberedRegion(`#${stringOf(value)}`, canvas);
    if (type === 'PointSelector' && typeof x === 'number' && typeof y === 'number') {
      const side = AROUND_POINT * Math.min(canvas.width, canvas.height);
      return inside({ x: x - side / 2, y: y - side / 2, width: side, height: side }, canvas);
    }
  }
  return undefined;
}

/** The share of the shorter side of a canvas that is shown around a point. */
const AROUND_POINT = 0.25;

/** The `#` before a media fragment. Any other `#` is a part of the address itself. */
const FRAGMENT = /#(?=xywh=|t=)/;

/** The address of a target, or of the source of its selector. */
function addressOf(target: unknown): string {
  const [first] = listOf(target);
  if (typeof first === 'string') return first;
  const { source, id } = propertiesOf(first);
  const [from] = listOf(source);
  return stringOf(from ?? id) || stringOf(propertiesOf(from)['id']);
}

/** `xywh=`, in pixels or in per cent (Media Fragments URI 1.0 §4.2.2). */
const fragmentForm = /#(?:t=[\d.,:]*&)?xywh=(?:pixel:|(percent:))?(-?[\d.]+),(-?[\d.]+),([\d.]+),([\d.]+)/;

const fragmentRegion = (address: string, canvas: Size): Region | undefined =>
  FRAGMENT.test(address) ? numberedRegion(address, canvas) : { x: 0, y: 0, ...canvas };

/** @returns undefined where there are no four numbers */
function numberedRegion(address: string, canvas: Size): Region | undefined {
  const [, percent, ...numbers] = fragmentForm.exec(address) ?? [];
  const [x = NaN, y = NaN, width = NaN, height = NaN] = numbers.map(Number);
  if (![x, y, width, height].every(Number.isFinite)) return undefined;
  const unit = percent === undefined ? { x: 1, y: 1 } : { x: canvas.width / 100, y: canvas.height / 100 };
  return inside({ x: x * unit.x, y: y * unit.y, width: width * unit.x, height: height * unit.y }, canvas);
}

/** A rectangle in whole pixels, without what lies outside the canvas. */
function inside({ x, y, width, height }: Region, canvas: Size): Region | undefined {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const right = Math.min(canvas.width, Math.ceil(x + width));
  const bottom = Math.min(canvas.height, Math.ceil(y + height));
  if (right <= left || bottom <= top) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
