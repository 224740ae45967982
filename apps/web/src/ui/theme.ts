import { standardAccent } from '@armarium/contract/standard-accent';
import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Warm neutral greys, light to dark: paper, mat, rule, text. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#e9e6e0',
  '#dbd7cf',
  '#c4beb4',
  '#9c958a',
  '#767067',
  '#5c574f',
  '#3f3b35',
  '#262320',
];

/** The same greys for the dark scheme, where Mantine reads 0 as text, 7 as the page and 9 as the deepest. */
const dark: MantineColorsTuple = [
  '#e8e4dd',
  '#cdc8bf',
  '#aaa499',
  '#7f796f',
  '#4c4842',
  '#3a3732',
  '#2a2824',
  '#1c1a18',
  '#151412',
  '#0e0d0c',
];

const sans = "'Source Sans 3 Variable', 'Source Sans 3', system-ui, 'Segoe UI', 'Noto Sans', sans-serif";

/** The tokens of the whole client (design/look.md); what they can't say is in `theme.css`. */
export const theme = createTheme({
  // The stylesheet of an organisation with an accent of its own takes the place of this one (`accent-stylesheet.ts` of the
  // server).
  colors: { gray, dark, accent: standardAccent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  black: '#262320',
  autoContrast: true,
  fontFamily: sans,
  fontFamilyMonospace: "ui-monospace, 'Source Code Pro', Menlo, Consolas, monospace",
  headings: { fontFamily: sans, fontWeight: '600' },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.45', xl: '1.3' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '6px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A dialog's `header` would be a second banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
  breakpoints: { xs: '36em', sm: '48em', md: '64em', lg: '80em', xl: '85.375em' },
});
