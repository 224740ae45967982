/** The letters of scripts in lower case, as folded text has them. A further script needs its line here. */
const alphabets = [
  { script: /^\p{Script=Latin}+$/u, letters: 'abcdefghijklmnopqrstuvwxyz' },
  { script: /^\p{Script=Greek}+$/u, letters: 'αβγδεζηθικλμνξοπρστυφχψω' },
  { script: /^\p{Script=Cyrillic}+$/u, letters: 'абвгдежзийклмнопрстуфхцчшщъыьэюя' },
  { script: /^\p{Script=Hebrew}+$/u, letters: 'אבגדהוזחטיכךלמםנןסעפףצץקרשת' },
  { script: /^\p{Script=Arabic}+$/u, letters: 'ابةتثجحخدذرزسشصضطظعغفقكلمنهويى' },
];

/**
 * What a folded word may have been meant as: without one of its letters, with two neighbours exchanged, with another
 * letter in place of one, or with one more. About 54 for each letter; fewer in scripts whose letters are not known here.
 */
export function editsOf(word: string): string[] {
  const characters = [...word];
  const letters = [...(alphabets.find(({ script }) => script.test(word))?.letters ?? '')];
  const edits = new Set<string>();
  for (let place = 0; place <= characters.length; place += 1) {
    const before = characters.slice(0, place).join('');
    const [one = '', other = '', ...further] = characters.slice(place);
    const after = other + further.join('');
    for (const letter of letters) edits.add(before + letter + one + after);
    if (one === '') continue;
    edits.add(before + after);
    if (other !== '') edits.add(before + other + one + further.join(''));
    for (const letter of letters) edits.add(before + letter + after);
  }
  edits.delete(word);
  edits.delete('');
  return [...edits];
}
