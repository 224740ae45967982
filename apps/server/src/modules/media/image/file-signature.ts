export type AcceptedFormat = 'jpeg' | 'png' | 'tiff' | 'gif' | 'webp' | 'jp2';

export const mediaTypes: Readonly<Record<AcceptedFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  gif: 'image/gif',
  webp: 'image/webp',
  jp2: 'image/jp2',
};

/** The number of bytes from a file's beginning for `fileSignature`. */
export const signature_bytes = 4096;

export type FileSignature = { format: AcceptedFormat } | { format: null; seemsToBe: string };

type Known = readonly [offset: number, bytes: string, what: string];

const accepted: readonly (readonly [bytes: string, format: AcceptedFormat])[] = [
  ['\xff\xd8\xff', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['II+\0\x08\0\0\0', 'tiff'],
  ['MM\0+\0\x08\0\0', 'tiff'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['\0\0\0\x0cjP  ', 'jp2'],
  // A codestream alone, without boxes.
  ['\xff\x4f\xff\x51', 'jp2'],
];

const raw = 'a camera’s raw file';
const heic = 'a HEIC photograph, as telephones make them';

const foreign: readonly Known[] = [
  [0, '%PDF-', 'a PDF'],
  [0, '\0\0\0\x0cJXL ', 'a JPEG XL image'],
  [0, '\xff\x0a', 'a JPEG XL image'],
  [4, 'ftypheic', heic],
  [4, 'ftypheix', heic],
  [4, 'ftyphevc', heic],
  [4, 'ftypmif1', heic],
  [4, 'ftypmsf1', heic],
  [4, 'ftypavif', 'an AVIF image'],
  [4, 'ftypavis', 'an AVIF image'],
  [4, 'ftypcrx', raw],
  [4, 'ftyp', 'a video'],
  [8, 'CR\x02', raw],
  [0, 'IIU\0', raw],
  [0, 'IIRO', raw],
  [0, 'IIRS', raw],
  [0, 'MMOR', raw],
  [0, 'FUJIFILMCCD-RAW', raw],
  [0, 'FOVb', raw],
  [0, '\0MRM', raw],
  [0, '8BPS', 'a Photoshop document'],
  [0, 'AT&TFORM', 'a DjVu document'],
  [0, '%!PS', 'a PostScript file'],
  [0, '\xc5\xd0\xd3\xc6', 'a PostScript file'],
  [0, 'v/1\x01', 'an OpenEXR image'],
  [0, '#?RADIANCE', 'a Radiance image'],
  [0, 'SIMPLE  =', 'a FITS image'],
  [0, '\0\0\x01\0', 'a Windows icon'],
  [0, 'PK\x03\x04', 'a zip archive or an office document'],
  [0, '\x1f\x8b', 'a compressed (gzip) file'],
  [0, '7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  [0, 'Rar!', 'a RAR archive'],
  [0, '\xd0\xcf\x11\xe0', 'an old office document'],
  [0, '\x1a\x45\xdf\xa3', 'a video'],
  [0, 'OggS', 'a sound or video file'],
  [0, 'fLaC', 'a sound file'],
  [0, 'ID3', 'a sound file'],
  [0, 'glTF', 'a 3D model'],
  [0, '\x7fELF', 'a program'],
  [0, 'MZ', 'a program'],
];

/**
 * Determines the format of a file by its first bytes; its name plays no part (spec/decisions.md §6).
 *
 * @param head the first `signature_bytes` of the file, or all of a shorter one
 */
export function fileSignature(head: Buffer): FileSignature {
  const text = head.toString('latin1');
  const known = foreign.find(([offset, bytes]) => text.startsWith(bytes, offset));
  // Raw files of Canon begin like a TIFF, so the foreign formats are checked first.
  if (known) return { format: null, seemsToBe: known[2] };
  for (const [bytes, format] of accepted) if (text.startsWith(bytes)) return { format };
  if (text.startsWith('RIFF')) {
    const kind = text.slice(8, 12);
    if (kind === 'WEBP') return { format: 'webp' };
    return { format: null, seemsToBe: kind === 'WAVE' ? 'a sound file' : 'a sound or video file' };
  }
  if (text.startsWith('BM') && head.length >= 26 && head.readUInt32LE(6) === 0)
    return { format: null, seemsToBe: 'a Windows bitmap (BMP)' };
  if (/^P[1-7]\s/.test(text)) return { format: null, seemsToBe: 'a Netpbm image' };
  return { format: null, seemsToBe: describeText(head) ?? 'none of the kinds of file known here' };
}

function describeText(head: Buffer): string | null {
  const unmarked = decode(head);
  if (unmarked === null) return null;
  if (/<svg[\s>]/i.test(unmarked)) return 'an SVG drawing, which is a program rather than an image';
  if (/^\s*<(!doctype html|html)/i.test(unmarked)) return 'a web page';
  if (/^\s*<\?xml/.test(unmarked)) return 'an XML file';
  return 'a text file';
}

function decode(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le');
  // The last character may be cut in two by the length of the head.
  const text = head.toString('utf8').replace(/\uFFFD+$/, '');
  // oxlint-disable-next-line no-control-regex -- control characters are what tells bytes from text
  return /[\0-\x08\x0e-\x1a\x1c-\x1f\uFFFD]/.test(text) ? null : text;
}
