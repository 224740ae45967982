/** The screens of readers, CSS pixels: a common laptop and a common phone. */
export const readerScreens = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;
export type ReaderScreen = keyof typeof readerScreens;
export const screenNames = ['desktop', 'phone'] as const satisfies readonly ReaderScreen[];
