import { UsageError } from '../command.ts';

export const DEFAULT_PATTERN = '{pressmark}_{seq}_{label}';

/** Extensions of files that can be imported. */
const takenExtensions = [
  'tif',
  'tiff',
  'jpg',
  'jpeg',
  'jpe',
  'png',
  'gif',
  'webp',
  'jp2',
  'j2k',
  'jpx',
  'jpf',
];
/** Extensions of images that are refused too: they are read, so that the report can say why. */
const imageExtensions = new Set([
  ...takenExtensions,
  ...['jxl', 'heic', 'heif', 'avif', 'bmp', 'psd', 'psb', 'svg', 'exr'],
  ...['dng', 'cr2', 'cr3', 'nef', 'arw', 'orf', 'raf', 'rw2', 'iiq', '3fr', 'fff', 'mos'],
]);

/** One reading of a name by a pattern. */
export interface NameReading {
  readonly pressmark: string;
  readonly seq: number;
  readonly label: string;
}

/** The result of matching a name with a pattern. */
export type NameMatch =
  /** All readings, the longest pressmark first. */
  | { readonly kind: 'match'; readonly readings: readonly NameReading[] }
  /** An image of the wanted kind with a name that doesn't fit the pattern. */
  | { readonly kind: 'no-match' }
  /** No image by its extension, or not of the kind of the pattern. */
  | { readonly kind: 'other-kind' };

export interface NamePattern {
  /** @param path relative, with `/` between folders */
  match(path: string): NameMatch;
  /**
   * The number in a file name without its folders; undefined where the pattern has it in a folder.
   * @param isPressmark whether a text is the item's pressmark; used where the file name contains the
   * pressmark
   */
  seqOf(filename: string, isPressmark: (text: string) => boolean): number | undefined;
  /** An example of a matching name. */
  readonly example: string;
}

/** Longer numbers are dates and times of cameras. */
const SEQ_DIGITS = 9;

const placeholders = ['pressmark', 'seq', 'label'] as const;
type Placeholder = (typeof placeholders)[number];
type Part = { literal: string } | { placeholder: Placeholder };

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function refuse(pattern: string, why: string): never {
  throw new UsageError(
    `The pattern "${pattern}" ${why} An example: '${DEFAULT_PATTERN}.tif' takes MS-12_001_1r.tif as image 1 of the ` +
      "item MS 12, titled 1r; '{pressmark}/{seq}.{tif,jpg}' takes MS-12/001.jpg.",
  );
}

/**
 * Parses a pattern of `{pressmark}`, `{seq}`, `{label}` and literal text. Its folders match the last ones of
 * a path; any folders may be above them. A label may be missing, with the literal before it.
 * @throws UsageError with an example
 */
export function readPattern(pattern: string): NamePattern {
  const text = pattern.normalize('NFC').replace(/^(?:\.?\/)+/, '');
  const extension =
    /\.(?:\{(?!(?:pressmark|seq|label)\})([a-z0-9]+(?:,[a-z0-9]+)*)\}|([a-z][a-z0-9]{1,4}))$/i.exec(text);
  const extensions = extension
    ? (extension[1] ?? extension[2] ?? '').toLowerCase().split(',')
    : takenExtensions;
  const parts = partsOf(pattern, extension ? text.slice(0, extension.index) : text);
  const names = parts.flatMap((part) => ('placeholder' in part ? [part.placeholder] : []));
  for (const needed of ['pressmark', 'seq'] as const) {
    if (!names.includes(needed)) refuse(pattern, `lacks {${needed}}.`);
  }
  if (new Set(names).size !== names.length) refuse(pattern, 'names something twice.');
  const at = parts.findIndex((part) => 'placeholder' in part && part.placeholder === 'seq');
  const beside = (part: Part | undefined) => (part && 'literal' in part ? part.literal : '');
  if (/\d$/.test(beside(parts[at - 1])) || /^\d/.test(beside(parts[at + 1])))
    refuse(pattern, 'has a digit beside {seq}: nobody could tell them apart.');

  const left = anchored(parts.slice(0, at).map(expressionOf).join(''));
  const right = anchored(rightSide(parts.slice(at + 1)));
  const inFile = anchored(withinFile(parts.slice(0, at)).map(expressionOf).join(''));
  const folders = parts.reduce(
    (sum, part) => sum + ('literal' in part ? part.literal.split('/').length - 1 : 0),
    0,
  );
  const wanted = new Set(extensions);

  function match(path: string): NameMatch {
    const segments = path.normalize('NFC').split('/');
    const file = segments.at(-1) ?? '';
    const dot = file.lastIndexOf('.');
    const its = dot > 0 ? file.slice(dot + 1).toLowerCase() : '';
    if (extension ? !wanted.has(its) : !imageExtensions.has(its)) return { kind: 'other-kind' };
    const named = readingsOf(segments.slice(-1 - folders).join('/'), left, right).filter(
      ({ pressmark }) => pressmark !== '',
    );
    if (segments.length <= folders || named.length === 0) return { kind: 'no-match' };
    return { kind: 'match', readings: named.sort((a, b) => b.pressmark.length - a.pressmark.length) };
  }

  function seqOf(filename: string, isPressmark: (text: string) => boolean): number | undefined {
    return readingsOf(filename.normalize('NFC'), inFile, right).find(
      ({ pressmark }) => pressmark === '' || isPressmark(pressmark),
    )?.seq;
  }

  return { match, seqOf, example: exampleOf(parts, extensions[0] ?? 'tif') };
}

const anchored = (expression: string) => new RegExp(`^${expression}$`, 'u');

/** Every number of a name that could be {seq}, with the text on both sides. */
function readingsOf(name: string, left: RegExp, right: RegExp): NameReading[] {
  const stem = name.replace(/\.[^./]*$/, '');
  const readings: NameReading[] = [];
  for (const digits of stem.matchAll(/\d+/g)) {
    if (digits[0].length > SEQ_DIGITS) continue;
    const before = left.exec(stem.slice(0, digits.index));
    const after = before && right.exec(stem.slice(digits.index + digits[0].length));
    if (!after) continue;
    const said = { ...before.groups, ...after.groups };
    readings.push({
      pressmark: (said['pressmark'] ?? '').trim(),
      seq: Number(digits[0]),
      label: (said['label'] ?? '').trim(),
    });
  }
  return readings;
}

/** The parts after the last `/`. */
function withinFile(parts: readonly Part[]): Part[] {
  const last = parts.findLastIndex((part) => 'literal' in part && part.literal.includes('/'));
  return parts
    .slice(Math.max(0, last))
    .map((part) => ('literal' in part ? { literal: part.literal.replace(/^.*\//s, '') } : part));
}

function partsOf(pattern: string, text: string): Part[] {
  const parts = text
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece): Part => {
      const name = placeholders.find((known) => piece === `{${known}}`);
      if (name) return { placeholder: name };
      if (/[{}]/.test(piece)) refuse(pattern, `has ${piece}, which is none of {pressmark}, {seq}, {label}.`);
      return { literal: piece };
    });
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    if (next && 'placeholder' in part && 'placeholder' in next)
      refuse(pattern, `has nothing between {${part.placeholder}} and {${next.placeholder}}.`);
  });
  return parts;
}

/** Literals match in any case: names by scanners and by people often differ only in case. */
function expressionOf(part: Part): string {
  if ('placeholder' in part) return `(?<${part.placeholder}>[^/]+)`;
  return [...part.literal]
    .map((letter) => {
      const cases = [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].filter(
        (one) => [...one].length === 1,
      );
      return cases.length > 1 ? `[${cases.map(escaped).join('')}]` : escaped(letter);
    })
    .join('');
}

/** A label at the end may be missing, with the literal before it. */
function rightSide(parts: readonly Part[]): string {
  const [separator, label, ...rest] = parts.slice(-2);
  const ends =
    rest.length === 0 &&
    separator !== undefined &&
    'literal' in separator &&
    !separator.literal.includes('/') &&
    label !== undefined &&
    'placeholder' in label &&
    label.placeholder === 'label';
  const firm = (ends ? parts.slice(0, -2) : parts).map(expressionOf).join('');
  return ends ? `${firm}(?:${expressionOf(separator)}${expressionOf(label)})?` : firm;
}

function exampleOf(parts: readonly Part[], extension: string): string {
  const said = { pressmark: 'MS-12', seq: '001', label: '1r' };
  return `${parts.map((part) => ('placeholder' in part ? said[part.placeholder] : part.literal)).join('')}.${extension}`;
}
