const byRight = 'this account may not; give it the right, or run the command as one that has it';
const absent = 'there is no such file or folder; see that the path is right';

/** By code: the errors of the system about files, and what to do. */
const causes: Readonly<Record<string, string | undefined>> = {
  ENOENT: absent,
  ENOTDIR: 'a part of the path is a file and no folder; see that the path is right',
  EISDIR: 'it is a folder; name a file',
  EEXIST: 'it is there already; name another place',
  EACCES: byRight,
  EPERM: byRight,
  EROFS: 'it is on a disk that is read-only; name a place on another one',
  ENOSPC: 'there is no room left on the disk; make room, or name a place on another one',
  EDQUOT: 'this account has used up its share of the disk; make room, or name a place on another one',
  ENAMETOOLONG: 'the name is too long; name a shorter one',
  ELOOP: 'it is a link that leads nowhere; name what it should lead to',
  EIO: 'the disk could not read or write it; look at the disk',
  EMFILE: 'too many files are open; end other programs, or raise the limit of open files',
  ENFILE: 'too many files are open; end other programs, or raise the limit of open files',
  EPIPE: 'whoever read it has left',
};

/** An error of the system about a file, in words for the person at the terminal: why, and what to do. */
export function systemCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return causes[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}

/** A sentence about a file or folder that caused an error of the system; undefined for any other error. */
export function fileInTheWay(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path } = error as NodeJS.ErrnoException;
  return path !== undefined && causes[code] !== undefined
    ? `${path} can't be used: ${causes[code]}.`
    : undefined;
}
