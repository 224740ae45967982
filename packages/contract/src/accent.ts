import chroma from 'chroma-js';
import { standardAccent } from './standard-accent.ts';

/** The shade of buttons and links on light pages. */
const ON_LIGHT = 7;
/** The darkest ground that links stand on there. Text on the accent is white, of which the contrast is greater. */
const GROUND = '#f4f2ee';
/** WCAG 2.2 §1.4.3, for text of any size. */
export const TEXT_CONTRAST_MIN = 4.5;
/** Darker colours can't be told from the text around them. */
const TEXT_CONTRAST_MAX = 12;

/** How a chosen colour is used. */
export interface Accent {
  /** Ten colours from light to dark, as `#rrggbb`, in the lightness of those of `standardAccent`. */
  readonly shades: readonly string[];
  /** The contrast of the chosen colour with the ground of light pages, about 1 to 19. */
  readonly contrast: number;
  /** The shade of buttons and links on light pages: the chosen colour itself unless that can't be read. */
  readonly used: string;
  readonly usedContrast: number;
}

/**
 * The shades of an accent. Contrast depends on luminance alone, so each shade has the luminance, and by that the
 * contrasts, of the standard one. Only the shade of light pages is the chosen colour itself, where its contrast
 * with the ground is at least 4.5:1; else it is as dark as that takes.
 * @param colour `#rrggbb`
 */
export function accentOf(colour: string): Accent {
  const shades = standardAccent.map((shade) => chroma(colour).luminance(chroma(shade).luminance()).hex());
  const contrast = chroma.contrast(colour, GROUND);
  const used =
    contrast > TEXT_CONTRAST_MAX
      ? darkest(colour)
      : contrast >= TEXT_CONTRAST_MIN
        ? colour
        : lightest(colour);
  shades[ON_LIGHT] = used;
  const luminance = chroma(used).luminance();
  // What is pressed or hovered is darker than what rests.
  for (const [above, part] of [
    [ON_LIGHT + 1, 0.65],
    [ON_LIGHT + 2, 0.35],
  ] as const) {
    const least = Math.min(chroma(shades[above] ?? used).luminance(), luminance * part);
    shades[above] = chroma(colour).luminance(least).hex();
  }
  return { shades, contrast, used, usedContrast: chroma.contrast(used, GROUND) };
}

/** The contrast of two colours is (L1 + 0.05) / (L2 + 0.05), L being their luminance. */
const withContrast = (colour: string, contrast: number) =>
  chroma(colour)
    .luminance((chroma(GROUND).luminance() + 0.05) / contrast - 0.05)
    .hex();
// A little more than asked: colours are rounded to whole steps.
const lightest = (colour: string) => withContrast(colour, TEXT_CONTRAST_MIN + 0.1);
const darkest = (colour: string) => withContrast(colour, TEXT_CONTRAST_MAX - 0.1);
