const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `4.2 GB`, in powers of a thousand, as on disks and in file managers. */
export function spokenSize(size_bytes: number): string {
  let power = 0;
  let size = size_bytes;
  while (size >= 1000 && power < units.length - 1) {
    size /= 1000;
    power += 1;
  }
  return `${power === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[power]}`;
}

/**
 * The number of bytes of a size such as `500 GB`, `1.5TB` or `20000`, in powers of a thousand; undefined where
 * it is none.
 */
export function readSize(text: string): number | undefined {
  const [, figure = '', unit = 'B'] = /^\s*(\d+(?:\.\d+)?)\s*([kMGT]?B)?\s*$/i.exec(text) ?? [];
  const power = ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(unit.toUpperCase());
  const size_bytes = Math.round(Number(figure) * 1000 ** power);
  return figure === '' || !Number.isSafeInteger(size_bytes) ? undefined : size_bytes;
}
