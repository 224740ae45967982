const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/**
 * Reads a Roman number in lower case, in additive or subtractive form: `mcccclxxx` or `mcdlxxx`.
 * @returns undefined for any other text
 */
export function romanNumber(text: string): number | undefined {
  if (!/^m*(?:c[md]|d?c{0,4})(?:x[cl]|l?x{0,4})(?:i[xv]|v?i{0,4})$/.test(text) || text === '')
    return undefined;
  const values = [...text].map((digit) => digits[digit] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
