/* Words and patterns of dates in Italian and English, in lower case, without accents and full stops. */

const months = [
  ['gennaio', 'january', 'genn', 'gen', 'jan'],
  ['febbraio', 'february', 'febbr', 'feb'],
  ['marzo', 'march', 'mar'],
  ['aprile', 'april', 'apr'],
  ['maggio', 'may', 'magg', 'mag'],
  ['giugno', 'june', 'giu', 'jun'],
  ['luglio', 'july', 'lug', 'jul'],
  ['agosto', 'august', 'ago', 'aug'],
  ['settembre', 'september', 'sett', 'set', 'sept', 'sep'],
  ['ottobre', 'october', 'ott', 'oct'],
  ['novembre', 'november', 'nov'],
  ['dicembre', 'december', 'dic', 'dec'],
];
/** The number of a month by its name or abbreviation, from 1. */
export const monthNumbers = new Map(
  [...months.entries()].flatMap(([index, names]) => names.map((name) => [name, index + 1])),
);
export const MONTH = [...monthNumbers.keys()].sort((one, other) => other.length - one.length).join('|');

/** The words for a century. */
export const AGE = 'sec|secc|secolo|secoli|saec|s|century|centuries|cent|c';
export const BEFORE_CHRIST = '(?: ?(?:a ?c|av ?c|av ?cr|avanti cristo|bce?|b c|b c e))';
export const AFTER_CHRIST = '(?: ?(?:d ?c|dopo cristo|ad|a d|ce|c e))';
