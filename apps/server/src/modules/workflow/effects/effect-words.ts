import type { Language } from '@armarium/contract/preferences';

/** The words around the texts of an organisation. */
export const effectWords = {
  en: {
    andMore: (first: string, more: number) => `${first} and ${more} more`,
    untitled: 'Untitled',
  },
  it: {
    andMore: (first: string, more: number) =>
      more === 1 ? `${first} e un altro` : `${first} e altri ${more}`,
    untitled: 'Senza titolo',
  },
} as const satisfies Record<Language, object>;
