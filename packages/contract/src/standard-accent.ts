/** The shades of the program's own accent, verdigris, light to dark: 7 on white 7.2:1, white on 6 5.3:1, 4 on the dark page 6.4:1. */
export const standardAccent = [
  '#edf6f5',
  '#d8ebe9',
  '#b0d6d2',
  '#84bfb9',
  '#5da9a2',
  '#3f9089',
  '#2b7770',
  '#1f605a',
  '#184c48',
  '#103633',
] as const;
