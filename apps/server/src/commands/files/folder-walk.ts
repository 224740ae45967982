import { lstat, opendir } from 'node:fs/promises';
import { sep } from 'node:path';
import { systemCause } from '../../storage/system-cause.ts';

/** An entry of a folder: a file, or something that is no file. */
export interface FoundEntry {
  /** Relative, with `/`; characters that can't be shown are replaced. */
  readonly path: string;
  readonly size_bytes: number;
  /** Why it can't be imported, whatever its content. */
  readonly unusable?: { readonly cause: string; readonly nextStep: string };
}

/** Files that systems leave in folders. */
const droppings = /^(?:\..*|thumbs\.db|desktop\.ini|ehthumbs\.db|@eadir|__macosx|\$recycle\.bin)$/i;

const rename = 'Give it another name.';
const utf8 = new TextDecoder('utf-8', { fatal: true });

function nameOf(bytes: Buffer): { name: string; isBroken: boolean } {
  try {
    return { name: utf8.decode(bytes), isBroken: false };
  } catch {
    return { name: bytes.toString('utf8'), isBroken: true };
  }
}

/** A name with visible control characters. */
function visible(name: string): string {
  return name.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

/**
 * All files below a folder, in the order of the system, so that memory does not grow with the folder. Hidden
 * files and files of systems are skipped. Links are not followed: their targets may be outside, or there
 * twice.
 */
export async function* walkFolder(root: string): AsyncGenerator<FoundEntry> {
  const waiting: { bytes: Buffer; path: string }[] = [{ bytes: Buffer.from(root), path: '' }];
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const shownFolder = folder.path === '' ? '' : `${folder.path}/`;
    try {
      // Names as bytes: a name that is not UTF-8 could not be opened by its text.
      for await (const entry of await opendir(folder.bytes, { encoding: 'buffer' as BufferEncoding })) {
        const raw = entry.name as unknown as Buffer;
        const { name, isBroken } = nameOf(raw);
        if (droppings.test(name)) continue;
        const bytes = Buffer.concat([folder.bytes, Buffer.from(sep), raw]);
        const path = `${shownFolder}${name}`;
        if (entry.isDirectory() && !isBroken) waiting.push({ bytes, path });
        else yield await look(bytes, path, isBroken);
      }
    } catch (error) {
      if (folder.path === '') throw error;
      yield { path: `${folder.path}/`, size_bytes: 0, unusable: unreadableFolder(error) };
    }
  }
}

async function look(bytes: Buffer, path: string, isBroken: boolean): Promise<FoundEntry> {
  const unusable = (cause: string, nextStep: string): FoundEntry => ({
    path: visible(path),
    size_bytes: 0,
    unusable: { cause, nextStep },
  });
  if (isBroken) return unusable('Its name is not UTF-8, so that nobody could find it again by it.', rename);
  if (/\p{Cc}/u.test(path))
    return unusable('Its name holds a line break or another control character.', rename);
  const found = await lstat(bytes).catch(() => undefined);
  if (!found) return unusable('It disappeared while the folder was listed.', 'Run it again.');
  if (found.isSymbolicLink())
    return unusable('It is a link; links are not followed.', 'Put the file itself into the folder.');
  if (!found.isFile())
    return unusable('It is no file but a pipe, socket or device.', 'Take it out of the folder.');
  return { path, size_bytes: found.size };
}

function unreadableFolder(error: unknown): { cause: string; nextStep: string } {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === 'EACCES' || code === 'EPERM') {
    return {
      cause: 'This folder may not be read by the account that runs the import.',
      nextStep: 'Let that account read it, then run it again.',
    };
  }
  return {
    cause: `This folder can't be listed: ${systemCause(error)}.`,
    nextStep: 'See to it, then run it again.',
  };
}
