import type { Ratio } from './region.ts';

/** The shapes that a rectangle may be kept in. */
export const aspects = ['free', '16:9', '4:3', '1:1', 'screen'] as const;
export type Aspect = (typeof aspects)[number];

/** Width divided by height of a shape. That of the screen is the one that the browser is on now. */
export function ratioOf(aspect: Aspect): Ratio {
  if (aspect === 'free') return undefined;
  if (aspect === 'screen') {
    const { width, height } = window.screen;
    return width > 0 && height > 0 ? width / height : 16 / 9;
  }
  const [width, height] = aspect.split(':').map(Number);
  return (width ?? 1) / (height ?? 1);
}
