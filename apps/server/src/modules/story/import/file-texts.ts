import { COMMENTARY_MAX_MARKUP } from '@armarium/contract/story-steps';
import { escaped } from '../../../http/escaped-html.ts';
import { textOf } from '../commentary.rules.ts';
import { isHtml } from '../manifest-properties.ts';
import { listOf, propertiesOf, stringOf } from './json-values.ts';

/** The first text of a language map (Presentation 3.0 §4.1), or a bare one. */
export function textIn(value: unknown): string {
  const texts =
    typeof value === 'object' && !Array.isArray(value) ? Object.values(propertiesOf(value)) : [value];
  return (
    texts
      .flatMap(listOf)
      .map(stringOf)
      .find((text) => text !== '') ?? ''
  );
}

/** As `textIn`, of a value that may be HTML: its text without markup. A value that fits no field stays as it is, and is refused later. */
export function readableIn(value: unknown): string {
  const text = textIn(value);
  return isHtml(text) && text.length <= COMMENTARY_MAX_MARKUP ? textOf(text) : text;
}

/** The purposes of bodies that are not meant to be read as a text (Web Annotation Data Model §3.3.5). */
const otherPurposes = new Set(['tagging', 'linking', 'classifying', 'identifying']);

/** The texts of the bodies of an annotation as HTML. */
export function bodyTexts(annotation: Readonly<Record<string, unknown>>): string[] {
  const { body, bodyValue } = annotation;
  const texts = [...listOf(body).flatMap(textsOfBody), asParagraphs(stringOf(bodyValue))];
  return texts.filter((text) => text !== '');
}

function textsOfBody(body: unknown): string[] {
  const { type, purpose, items, source, value, chars, format } = propertiesOf(body);
  if (listOf(purpose).some((one) => otherPurposes.has(stringOf(one)))) return [];
  if (type === 'Choice') return textsOfBody(listOf(items)[0]);
  if (items !== undefined) return listOf(items).flatMap(textsOfBody);
  if (type === 'SpecificResource') return textsOfBody(source);
  const text = stringOf(value ?? chars);
  // Some programs write HTML and no format.
  const isMarkup =
    format === undefined ? isHtml(text) : /^(?:text\/html|application\/xhtml\+xml)\b/i.test(stringOf(format));
  return [isMarkup ? text : asParagraphs(text)];
}

/** Plain text as HTML: an empty line ends a paragraph. */
const asParagraphs = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
