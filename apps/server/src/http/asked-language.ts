/** The languages of pages that the server writes itself. */
export type PageLanguage = 'en' | 'it';

/** The language that a browser asks for first of the two there are (RFC 9110 §12.5.4); English if neither. */
export function askedLanguage(acceptLanguage: string | undefined): PageLanguage {
  const offered = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  const known = offered.find(({ language }) => language === 'en' || language === 'it');
  return known?.language === 'it' ? 'it' : 'en';
}
