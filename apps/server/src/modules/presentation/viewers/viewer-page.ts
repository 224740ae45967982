import type { PageLanguage } from '../../../http/asked-language.ts';
import { escaped } from '../../../http/escaped-html.ts';
import { requestIdLine } from '../../../http/problem-page.ts';
import { refusals, type Refusal } from './refusal.ts';

/** The marks in a page as it is built, in whose places stands what this one shows. */
const PLACE = '<!-- shown -->';
const HEAD_PLACE = '<!-- head -->';
const ARTICLE_PLACE = '<!-- article -->';

/** HTML that the server writes into a page besides the data. */
export interface PageParts {
  /** What search engines and other sites read of it. */
  readonly head: string;
  /** What a reader sees without a script. */
  readonly article: string;
}

/** As the browser's first guess; a choice that it remembers goes before it (colour-scheme.js). */
function inLanguage(page: string, language: PageLanguage, title: string): string {
  return page
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`);
}

/**
 * A viewer's page with what it shows. Pure.
 * @param page as it was built
 * @param shown read by the page's script; data to the browser, which the content policy lets pass
 */
export function viewerPage(
  page: string,
  language: PageLanguage,
  title: string,
  shown: Readonly<Record<string, unknown>>,
  parts?: PageParts,
): string {
  const whole = inLanguage(page, language, title).replace(PLACE, () =>
    scriptData('application/json', shown, 'shown'),
  );
  if (!parts) return whole;
  return whole.replace(HEAD_PLACE, () => parts.head).replace(ARTICLE_PLACE, () => parts.article);
}

/** Data in a page. No text of a record may end the element that it stands in. */
export function scriptData(type: string, data: Readonly<Record<string, unknown>>, id?: string): string {
  const text = JSON.stringify(data).replace(/</g, '\\u003c');
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${text}</script>`;
}

/**
 * The page that says in both languages why nothing is shown; its style shows the one that it has. Pure.
 * @param onward where its link leads
 */
export function refusalPage(
  page: string,
  language: PageLanguage,
  refusal: Refusal,
  onward: string,
  requestId: string,
): string {
  const words = refusals[refusal];
  const texts = (['en', 'it'] as const)
    .map((one) => {
      const { title, text, onward: link } = words[one];
      return (
        `<div lang="${one}"><h1>${escaped(title)}</h1><p>${escaped(text)}</p>` +
        `<p><a href="${escaped(onward)}" target="_top">${escaped(link)}</a></p>${requestIdLine(one, requestId)}</div>`
      );
    })
    .join('');
  return inLanguage(page, language, words[language].title).replace(PLACE, () => texts);
}
