/** In this order: most browsers name the ones that they want to be taken for as well. */
const browsers: readonly (readonly [form: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrom(?:e|ium)|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [form: RegExp, name: string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The names of the browser and the system that a `User-Agent` header tells of; null where it tells none that is known. */
export function readUserAgent(header: string | null): { browser: string | null; system: string | null } {
  const nameIn = (known: typeof browsers) => known.find(([form]) => form.test(header ?? ''))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
