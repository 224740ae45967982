import chroma from 'chroma-js';
import { describe, expect, it } from 'vitest';
import { accentOf, TEXT_CONTRAST_MIN } from './accent.ts';
import { standardAccent } from './standard-accent.ts';

const chosen = [
  ...['#ffffff', '#000000', '#808080', '#ffff00', '#00ff00', '#0000ff', '#8b0000', '#f5c518', '#1f605a'],
  ...Array.from({ length: 60 }, (_, index) => chroma.hsl(index * 6, 1, (index % 10) / 10 + 0.05).hex()),
];

describe('the shades of an accent', () => {
  it.each(chosen)('have the contrasts that text needs, for %s', (colour) => {
    const { shades, used, usedContrast } = accentOf(colour);
    expect(shades).toHaveLength(standardAccent.length);
    expect(shades[7]).toBe(used);
    expect(usedContrast).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
    // White on filled buttons of both schemes, also while the pointer is on them.
    for (const filled of [6, 7, 8])
      expect(chroma.contrast(shades[filled] ?? '', '#ffffff')).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
    // Links on the dark page, and the text of quiet buttons on light pages.
    expect(chroma.contrast(shades[4] ?? '', '#1c1a18')).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
    for (const ground of ['#ffffff', '#fdfcfa', '#f4f2ee'])
      expect(chroma.contrast(used, ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
    // The text of a light fill, 12 % of the accent over the page.
    const light = chroma.mix('#fdfcfa', used, 0.12, 'rgb');
    expect(chroma.contrast(shades[8] ?? '', light)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
  });

  it('keep a chosen colour that can be read, and darken one that can not', () => {
    expect(accentOf('#8b0000')).toMatchObject({ used: '#8b0000' });
    const yellow = accentOf('#f5c518');
    expect(yellow.contrast).toBeLessThan(2);
    expect(yellow.used).not.toBe('#f5c518');
    expect(yellow.usedContrast).toBeCloseTo(4.6, 1);
  });

  it('get darker one by one', () => {
    for (const colour of chosen) {
      const { shades } = accentOf(colour);
      const luminances = shades.map((shade) => chroma(shade).luminance());
      for (const [index, luminance] of luminances.entries()) {
        // The shade of light pages may be lighter than that of dark ones.
        if (index !== 0 && index !== 7)
          expect(luminance, `${colour} ${index}`).toBeLessThan(luminances[index - 1] ?? 0);
      }
    }
  });
});
