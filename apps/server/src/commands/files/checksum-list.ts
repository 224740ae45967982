/** The algorithm of a checksum, by the length of its hexadecimal form. */
const algorithms = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' } as const;
export type ChecksumAlgorithm = (typeof algorithms)[keyof typeof algorithms];

export interface ListedFile {
  /** Relative to the folder of the list, with `/`, without `./`, in Unicode NFC. */
  readonly path: string;
  readonly algorithm: ChecksumAlgorithm;
  /** Lower-case hexadecimal. */
  readonly digest: string;
}

const listNames = [
  /^(?:md5|sha1|sha256|sha512)sums?(?:\.txt)?$/i,
  /^checksums?\.(?:txt|md5|sha1|sha256|sha512)$/i,
  /^manifest-(?:md5|sha1|sha256|sha512)\.txt$/i,
  /\.(?:md5|sha1|sha256|sha512)$/i,
];

/** Whether a file is a checksum list by its name: MD5SUMS, checksums.md5, scans.sha256, BagIt's manifest-md5.txt … */
export function isChecksumList(name: string): boolean {
  return listNames.some((form) => form.test(name));
}

function algorithmOf(digest: string): ChecksumAlgorithm | undefined {
  return (algorithms as Record<number, ChecksumAlgorithm | undefined>)[digest.length];
}

/** The path, relative and within its folder; undefined where it leads out of it. */
function tidyPath(name: string): string | undefined {
  if (/^(?:\/|[a-z]:)/i.test(name)) return undefined;
  const segments: string[] = [];
  for (const segment of name.normalize('NFC').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && segments.pop() === undefined) return undefined;
    if (segment !== '..') segments.push(segment);
  }
  return segments.length === 0 ? undefined : segments.join('/');
}

const unescaped: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

/**
 * Reads a line of a list in the form of md5sum and sha256sum (binary `*`, escaped names after a backslash),
 * in their BSD form (`MD5 (name) = …`), or of a BagIt manifest (`%0A` for a line end).
 * @param listName decides whether it is BagIt's, and names the file of a lone checksum (`a.tif.md5`)
 * @returns undefined for an empty line or a comment; a text for a wrong line
 */
export function readChecksumLine(line: string, listName: string): ListedFile | string | undefined {
  const text = line.replace(/^\u{FEFF}/u, '').replace(/\r$/, '');
  if (/^\s*(?:[#;]|$)/.test(text)) return undefined;
  const isEscaped = text.startsWith('\\');
  const bare = isEscaped ? text.slice(1) : text;
  const bsd = /^(?:MD5|SHA1|SHA256|SHA512) ?\((.+)\) ?= ?([0-9a-f]+)$/i.exec(bare);
  const gnu = bsd ? null : /^([0-9a-f]+)(?:(?: [ *]?|\t+ *\*?)(\S.*|.*\S.*))?$/i.exec(bare);
  const digest = (bsd?.[2] ?? gnu?.[1] ?? '').toLowerCase();
  const algorithm = algorithmOf(digest);
  if (!algorithm) return 'It is not a checksum (MD5, SHA-1, SHA-256, SHA-512) and a name.';
  let name = bsd?.[1] ?? gnu?.[2];
  if (name === undefined) {
    const owner = listName.replace(/\.[^.]+$/, '');
    // A checksum without a name is valid only in a list beside its file.
    if (!owner.includes('.')) return 'It names no file.';
    name = owner;
  } else if (isEscaped) {
    name = name.replace(/\\[\\nr]/g, (mark) => unescaped[mark] ?? mark);
  } else if (/^manifest-/i.test(listName)) {
    name = name.replace(/^ +/, '').replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replaceAll('%25', '%');
  }
  if (name.includes('\0')) return 'It holds NUL bytes: it is no text, or not UTF-8.';
  // Lists that were made on Windows.
  const path = tidyPath(isEscaped ? name : name.replaceAll('\\', '/'));
  if (path === undefined) return `The name ${JSON.stringify(name)} leads out of the folder of the list.`;
  return { path, algorithm, digest };
}
