const signs = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
] as const;

/** In capitals. @param number from 1 to 3999; others stay in digits */
export function romanNumeral(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let rest = number;
  let numeral = '';
  for (const [sign, value] of signs) {
    for (; rest >= value; rest -= value) numeral += sign;
  }
  return numeral;
}

/** The number that a roman numeral of either case stands for; undefined for what is none. */
export function romanNumber(numeral: string): number | undefined {
  const capitals = numeral.toUpperCase();
  let [at, number] = [0, 0];
  for (const [sign, value] of signs) {
    for (; capitals.startsWith(sign, at); at += sign.length) number += value;
  }
  return number > 0 && romanNumeral(number) === capitals ? number : undefined;
}
