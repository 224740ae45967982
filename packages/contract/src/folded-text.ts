/** Printable ASCII, which most of the steps below do not change. Bulk edits spend most of their time here. */
const plain = /^[ -~]*$/;

/** Letters that people type as others, though Unicode does not decompose them. */
const typedAs: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  // The lower case of the capital ẞ, which has no capital form itself.
  ß: 'ss',
};

/**
 * Text in the form in which it is compared: without combining marks, invisible characters and case, white
 * space reduced to one blank.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      // Sharp s and the final sigma differ from their capitals after folding, unless the text is in capitals
      // first.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replace(/[œæøłđħıß]/g, (letter) => typedAs[letter] ?? letter)
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/gu, ' ')
      .trim()
      .normalize('NFKC')
  );
}

/**
 * A pressmark without its punctuation and spaces, as search compares it (decisions §10). A file name may use
 * this form for a pressmark with characters that file names can't have, such as MS 1/2.
 */
export function barePressmark(pressmark: string): string {
  return fold(pressmark).replace(/[^\p{L}\p{N}]+/gu, '');
}
