/** Printable ASCII, with which most of what follows has nothing to do: bulk edits spend their time here. */
const plain = /^[ -~]*$/;

/** Letters that people type as others, though Unicode takes them apart as little as it does any letter. */
const typedAs: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  // What is left of the capital ẞ, which has no capitals of its own to go by.
  ß: 'ss',
};

/** Combining marks, invisible characters and case away, white space to one blank: how text is compared. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      // Sharp s and the final sigma fold apart from their capitals unless the capitals come first.
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
 * A pressmark without its punctuation and spaces, as search compares it (decisions §10), and as a file's name may hold
 * it: of an item whose pressmark no name can spell, such as MS 1/2.
 */
export function barePressmark(pressmark: string): string {
  return fold(pressmark).replace(/[^\p{L}\p{N}]+/gu, '');
}
