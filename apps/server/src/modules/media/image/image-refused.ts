import { MediaRefused } from '../media-refused.ts';

const saveAs = 'Save it as TIFF, JPEG or PNG and upload it again.';
const copyAgain = 'Copy or export the file once more from where it came from and upload it again.';

/** Details for the text of a refusal. Sizes in px, limits in px². */
interface Details {
  'empty-file': Record<never, never>;
  'unsupported-format': { seemsToBe: string };
  'unsupported-samples': { found: string };
  'unsupported-colour': { found: string };
  'unsupported-compression': { found: string };
  'too-many-pixels': { width_px: number; height_px: number; maxPixels: number };
  'too-long-side': { width_px: number; height_px: number; max_px: number };
  'too-many-pages': { pages: number; max: number };
  truncated: Record<never, never>;
  unreadable: Record<never, never>;
}

export type ImageRefusalCode = keyof Details;

const megapixels = (pixels: number): string =>
  (pixels / 1e6).toLocaleString('en', { maximumFractionDigits: pixels < 1e7 ? 1 : 0 });
const size = (width_px: number, height_px: number): string =>
  `${width_px.toLocaleString('en')} × ${height_px.toLocaleString('en')} pixels`;

type Words = { title: string; nextStep: string };

const words: { [C in ImageRefusalCode]: (details: Details[C]) => Words } = {
  'empty-file': () => ({ title: 'The file is empty.', nextStep: copyAgain }),
  'unsupported-format': ({ seemsToBe }) => ({
    title: `This is not an image that can be taken in: it seems to be ${seemsToBe}.`,
    nextStep: saveAs,
  }),
  'unsupported-samples': ({ found }) => ({
    title: `The image holds ${found}, measurements rather than a picture.`,
    nextStep: 'Save it with 8 or 16 bits per channel, as TIFF, JPEG or PNG, and upload it again.',
  }),
  'unsupported-colour': ({ found }) => ({
    title: `The colours of the image can't be shown: ${found}.`,
    nextStep: 'Save it in RGB, CMYK or grey, as TIFF, JPEG or PNG, and upload it again.',
  }),
  'unsupported-compression': ({ found }) => ({
    title: `The compression of the image is not supported: ${found}.`,
    nextStep: 'Save it as TIFF with LZW or no compression, or as JPEG or PNG, and upload it again.',
  }),
  'too-many-pixels': ({ width_px, height_px, maxPixels }) => ({
    title: `The image is too large: ${size(width_px, height_px)}, where ${megapixels(maxPixels)} megapixels are allowed.`,
    nextStep: 'Save a smaller copy, or ask your administrator to raise the limit.',
  }),
  'too-long-side': ({ width_px, height_px, max_px }) => ({
    title: `The image is too long: ${size(width_px, height_px)}, where one side may have ${max_px.toLocaleString('en')}.`,
    nextStep: 'Cut it into several images, or save a smaller copy, and upload that.',
  }),
  'too-many-pages': ({ pages, max }) => ({
    title: `The file has ${pages.toLocaleString('en')} pages, where ${max.toLocaleString('en')} are allowed.`,
    nextStep: 'Split it into several files and upload those.',
  }),
  truncated: () => ({ title: 'The file is incomplete: its end is missing.', nextStep: copyAgain }),
  unreadable: () => ({
    title: 'The file is damaged and can’t be read as an image.',
    nextStep: `Open it in an image program: if it opens there, save it anew as TIFF, JPEG or PNG. If not: ${copyAgain.charAt(0).toLowerCase()}${copyAgain.slice(1)}`,
  }),
};

/** No image can be made of the file. */
export class ImageRefused extends MediaRefused {
  static for<C extends ImageRefusalCode>(code: C, details: Details[C], technical?: string): ImageRefused {
    const text = words[code](details);
    return new ImageRefused({ code, ...text }, details, technical ?? text.title);
  }
}
