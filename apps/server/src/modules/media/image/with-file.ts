import { open, type FileHandle } from 'node:fs/promises';

/** Opens a file to read parts of it, and closes it when the work has ended or failed. */
export async function withFile<T>(
  path: string,
  read: (file: FileHandle, size_bytes: number) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await read(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}
