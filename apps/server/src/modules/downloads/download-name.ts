/** Most characters of a title in a file's name: with size and number it stays below every file system's 255 bytes. */
const TITLE_MAX = 60;

/**
 * A title as a part of a file's name (A-27): what file systems refuse or hide becomes a space; the sign that says
 * where it is filed from (`La *Divina commedia`) is left out.
 */
export function safeTitle(title: string): string {
  const plain = title
    .normalize('NFC')
    .replaceAll('*', '')
    .replace(/[\p{C}\\/:?"<>|%]+/gu, ' ')
    .replace(/\s+/gu, ' ');
  const short = [...plain].slice(0, TITLE_MAX).join('');
  return short.replace(/^[ .-]+|[ .]+$/g, '') || 'untitled';
}

/** `title-widthxheight.ext`, as the specification names downloads (catalogue §7). @param size such as `800x600` */
export function downloadName(title: string, size: string, extension: string): string {
  return `${safeTitle(title)}-${size}.${extension}`;
}

/** What an archive's name tells of its size: the frame that was chosen, or `full` or `half` (A-27). */
export function sizeInName(size: string): string {
  if (size === 'full' || size === 'max') return 'full';
  if (size === 'pct:50') return 'half';
  const numbers = size.match(/\d+(?:\.\d+)?/g) ?? [];
  return size.startsWith('pct:') ? `${numbers.join('')}percent` : numbers.join('x');
}

/** The header of a file to be saved (RFC 6266). */
export function attachment(name: string): string {
  return contentDisposition('attachment', name);
}

/** The header of a file to be saved, or to be shown in place: the name as it is, and in ASCII for those who can't read that. */
export function contentDisposition(as: 'attachment' | 'inline', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${as}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
