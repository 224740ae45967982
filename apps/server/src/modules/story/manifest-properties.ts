import { escaped } from '../../http/escaped-html.ts';

/**
 * What our manifests of stories tell beside what IIIF knows. The names are URNs, which need no context in JSON-LD; other
 * readers ignore them.
 */
export const ORIGINAL = 'urn:armarium:original';
export const TRANSITION = 'urn:armarium:transition';
/** At the range of a step that has no annotation, since it says nothing. */
export const WITHOUT_TEXT = 'urn:armarium:withoutText';

/** Which file an image was made from: with it another installation finds its own copy of the image. */
export interface Original {
  /** Of the file, in lower case hexadecimal digits. */
  readonly sha256: string;
  /** Which image of the file it is, from 0: a TIFF may have several. */
  readonly page: number;
}

/** The end of the id of the range that has a range for each step, in their order. */
export const STEPS_RANGE = '/range/steps';

/** The title of a step as the first text of its annotation: viewers show the texts alone. */
export const titleAsText = (title: string): string => `<p><strong>${escaped(title)}</strong></p>`;

/** The alternative text as the text of a step that has no other. */
export const altAsText = (alt: string): string => `<p>${escaped(alt)}</p>`;

/** What begins and ends with a tag is HTML to every reader (Presentation 3.0 §4.5). */
export const isHtml = (text: string): boolean => {
  const trimmed = text.trim();
  return trimmed.startsWith('<') && trimmed.endsWith('>');
};
