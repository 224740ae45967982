/** A number with at most one decimal, as a language writes it (`3.5`, `3,5`). */
export const decimal = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
