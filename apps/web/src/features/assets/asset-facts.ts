import { currentLanguage } from '../../lib/i18n.ts';
import type { Asset } from './asset-kinds.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** A size in bytes in powers of 1000, with one digit after the point from kB on: `12.4 MB`. */
export function sizeWords(size_bytes: number, language: string = currentLanguage()): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, size_bytes)) / 3));
  const figure = (size_bytes / 1000 ** power).toLocaleString(language, {
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
  return `${figure} ${units[power]}`;
}

/** A length as clocks have it: `3:07`, `1:02:30`. */
export function durationWords(duration_s: number): string {
  const whole = Math.round(duration_s);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** What is known of the file of an asset, in few words: its pixels or length, and its size. */
export function factsOf(
  asset: Pick<Asset, 'width_px' | 'height_px' | 'duration_s' | 'size_bytes'>,
): string[] {
  return [...measuresOf(asset), sizeWords(asset.size_bytes)];
}

/** The same in a list, where the pages of a PDF don't each have the size of the whole file. */
export function factsInList(
  asset: Pick<Asset, 'width_px' | 'height_px' | 'duration_s' | 'size_bytes' | 'originalFilename'>,
): string[] {
  return /\.pdf$/i.test(asset.originalFilename) ? measuresOf(asset) : factsOf(asset);
}

const measuresOf = ({
  width_px,
  height_px,
  duration_s,
}: Pick<Asset, 'width_px' | 'height_px' | 'duration_s'>): string[] => [
  ...(duration_s ? [durationWords(duration_s)] : []),
  ...(width_px && height_px ? [`${width_px} × ${height_px}`] : []),
];
