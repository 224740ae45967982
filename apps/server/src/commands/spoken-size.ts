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
