import {
  archiveLeftOutHeader,
  archiveProgressHeader,
  downloadArchive,
  downloadImage,
  type DownloadFormat,
} from '@armarium/contract/downloads';
import { addressOf } from '../../../lib/operation-address.ts';
import { askForFile } from '../../../lib/api-client.ts';

/** How often an archive that isn't ready is looked for (catalogue §9). */
const POLL_ms = 5000;

/** The images of an archive that are made, of all that it will have. */
export interface ArchiveProgress {
  readonly done: number;
  readonly total: number;
}

/** @returns undefined while the archive waits for its turn */
function progressOf(headers: Headers): ArchiveProgress | undefined {
  const [done, total] = (headers.get(archiveProgressHeader) ?? '').split('/').map(Number);
  return total ? { done: done ?? 0, total } : undefined;
}

/** The images of an item that are not in its archive. */
export interface LeftOut {
  readonly count: number;
  /** The titles of the first ones. */
  readonly titles: readonly string[];
}

/** @returns undefined where the archive has all of them */
function leftOutOf(headers: Headers): LeftOut | undefined {
  const [count, ...titles] = (headers.get(archiveLeftOutHeader) ?? '').split(' ');
  return count ? { count: Number(count), titles: titles.map(decodeURIComponent) } : undefined;
}

/** What is downloaded, and in which region, size and format of the Image API. */
export interface WantedFile {
  readonly of: { readonly imageUuid: string } | { readonly itemUuid: string };
  readonly region: string;
  readonly size: string;
  readonly format: DownloadFormat;
  /** The pixels per inch that the file of a single image states; the server's choice without. */
  readonly dpi?: number;
}

/**
 * Looks for a file by HEAD until it is there, then has the browser follow its link, whose answer names the file
 * (decisions §7). It is logged with the version of the agreement that this page showed, which whoever calls this names.
 * @param onWaiting is called while an archive is being made
 * @returns the images that an archive has not, where there are any
 * @throws ApiProblem, whose code follows from the status alone; the signal's reason when it is aborted
 */
export async function download(
  { of, region, size, format, dpi }: WantedFile,
  {
    agreement,
    signal,
    onWaiting,
  }: { agreement: string; signal: AbortSignal; onWaiting(progress: ArchiveProgress | undefined): void },
): Promise<LeftOut | undefined> {
  if ('imageUuid' in of) {
    const params = { imageUuid: of.imageUuid, region, size, format };
    const query = { agreement, ...(dpi !== undefined && { dpi }) };
    await askForFile(downloadImage, { params, query, signal });
    follow(addressOf(downloadImage.path, params, query));
    return undefined;
  }
  const params = { uuid: of.itemUuid, region, size };
  const query = { agreement, ...(format !== 'jpg' && { format }) };
  for (;;) {
    const { status, headers } = await askForFile(downloadArchive, { params, query, signal });
    if (status !== 202) {
      signal.throwIfAborted();
      follow(addressOf(downloadArchive.path, params, query));
      return leftOutOf(headers);
    }
    onWaiting(progressOf(headers));
    await new Promise((resolve) => setTimeout(resolve, POLL_ms));
    signal.throwIfAborted();
  }
}

function follow(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
