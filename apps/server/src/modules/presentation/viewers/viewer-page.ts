import type { PageLanguage } from '../../../http/asked-language.ts';
import { escaped } from '../../../http/escaped-html.ts';
import { requestIdLine } from '../../../http/problem-page.ts';
import { refusals, type Refusal } from './refusal.ts';

/** The mark in a page as it is built, in whose place stands what this one shows. */
const PLACE = '<!-- shown -->';

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
): string {
  // No text of a record may end the element that it stands in.
  const data = JSON.stringify(shown).replace(/</g, '\\u003c');
  return inLanguage(page, language, title).replace(
    PLACE,
    () => `<script type="application/json" id="shown">${data}</script>`,
  );
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
