import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Where an archive lies, among its tenant's files. No row holds the key: archives are in no backup. */
export function archiveKey(tenantId: number, uuid: string): string {
  return `tenants/${tenantId}/archives/${uuid.slice(-2)}/${uuid}.zip`;
}

export interface ArchivedFile {
  readonly name: string;
  /** Called once, when its turn comes: one file at a time is in memory. */
  readonly bytes: () => Promise<Buffer>;
}

/**
 * A zip of files, stored as they are, with the text before them and their checksums as `sha256sum -c` reads them after
 * them. It is made as it is read.
 */
export function archiveStream(files: readonly ArchivedFile[], about: string): Readable {
  const zip = new ZipFile();
  const stored = { compress: false, mode: 0o100644 };
  const sums: string[] = [];
  zip.addBuffer(Buffer.from(about), 'READ-ME.txt', stored);
  for (const { name, bytes } of files) {
    zip.addReadStreamLazy(name, stored, (give) => {
      bytes().then(
        (made) => {
          sums.push(`${createHash('sha256').update(made).digest('hex')}  ${name}\n`);
          give(null, Readable.from([made]));
        },
        (error: unknown) => {
          give(error instanceof Error ? error : new Error(String(error)), Readable.from([]));
        },
      );
    });
  }
  zip.addReadStreamLazy('checksums.sha256', stored, (give) => {
    give(null, Readable.from([Buffer.from(sums.join(''))]));
  });
  zip.end();
  // A PassThrough, which its types tell only half of.
  const out = zip.outputStream as Readable;
  // The archive itself emits the error of one file; its output stream does not.
  (zip as unknown as NodeJS.EventEmitter).once('error', (error: Error) => out.destroy(error));
  return out;
}
