import { describe, expect, it } from 'vitest';
import { density_dpi } from './density.rules.ts';

describe('the pixels per inch of a downloaded file', () => {
  const plan = (region_px: number, size_px: number) => ({
    region: { left_px: 0, top_px: 0, width_px: region_px, height_px: 500 },
    size: { width_px: size_px, height_px: 250 },
  });

  it.each(['!3508,2480', '!2480,3508', '!4961,3508', '!3508,4961'])('are 300 at %s, for print', (size) => {
    expect(density_dpi(size, plan(6000, 3508), 400)).toBe(300);
    expect(density_dpi(size, plan(6000, 3508), null)).toBe(300);
  });

  it.each([
    ['full', 6000, 6000, 400],
    ['pct:50', 6000, 3000, 200],
    ['!1080,1080', 6000, 1080, 72],
    ['320,240', 320, 320, 400],
    ['1,', 6000, 1, 1],
  ])('keep the scale of an original at 400 dpi: %s', (size, region_px, size_px, dpi) => {
    expect(density_dpi(size, plan(region_px, size_px), 400)).toBe(dpi);
  });

  it('are 72 where the original states none', () => {
    expect(density_dpi('full', plan(6000, 6000), null)).toBe(72);
  });
});
