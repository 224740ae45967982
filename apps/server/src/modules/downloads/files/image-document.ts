import { reaches, type TenantData } from '../../../db/database.ts';
import { notFound, ProblemError } from '../../../problem-error.ts';
import { admitted, type Caller, PRIVATE_CACHING, PUBLIC_CACHING, viewerOf } from '../../admission/public.ts';
import type { ReaderCopies } from '../../media/public.ts';
import { contentDisposition } from '../download-name.ts';
import { imageDocument } from './document.queries.ts';
import type { FoundFile, UnmadeFile } from './found-file.ts';

export const hiddenPages = () =>
  new ProblemError(
    'forbidden',
    'This file also holds pages of a record that you may not see. Those that you may see can be had as images.',
  );

/**
 * The PDF that an image was made of, for whoever may see all of its pages. Those who may download originals get it as it
 * was sent, others a copy without attachments (decisions §7). Both show the pages clean and whole. So where the
 * organisation has set a watermark or a public size, or a page is not for this caller's eyes, there is the original
 * alone (decisions §3).
 * @param asked `isHead` where only the headers are asked for: no copy is made for them, and one that is still to be made
 *   is told without its length
 * @throws ProblemError 403 where it is for those who may download originals, or shows pages that are hidden from the
 *   caller; 404 where no copy can be made, and for visitors always
 */
export async function findImageDocument(
  copies: ReaderCopies,
  data: TenantData,
  image: string,
  caller: Caller,
  asked: { readonly isHead: boolean; isGone(): boolean },
): Promise<FoundFile | UnmadeFile> {
  const { actor, token = '' } = caller;
  const { isOpen, visibility, sender, sha256, size_bytes, filename, upload, ...document } = admitted(
    'The PDF',
    caller,
    await data.read((db) => imageDocument(db, image, viewerOf(caller))),
  );
  const mayHaveOriginal = actor !== undefined && reaches(actor, 'downloadOriginal', sender);
  if (!isOpen && !mayHaveOriginal)
    throw actor
      ? new ProblemError(
          'forbidden',
          'This PDF is for those who may download originals. Its pages can be seen as images.',
        )
      : notFound('The PDF');
  if (!document.hidesNothing) throw hiddenPages();
  const common = {
    mediaType: 'application/pdf',
    disposition: contentDisposition('inline', filename),
    // As images have it: a cache must not give a visitor's copy to somebody who has signed in since.
    ...(visibility === 'public' && { vary: 'Authorization, Cookie' }),
  };
  if (mayHaveOriginal) {
    const { item: itemUuid, title, pressmark } = document;
    return {
      ...common,
      key: upload.key,
      size_bytes,
      entityTag: `"${sha256}"`,
      caching: PRIVATE_CACHING,
      original: { itemUuid, title, pressmark },
    };
  }
  const copy = asked.isHead
    ? await copies.known(upload)
    : await copies.of(data.tenantId, upload, () => asked.isGone());
  if (copy === undefined)
    throw new ProblemError(
      'not-found',
      'No copy of this PDF can be made for readers. Its pages can be seen as images.',
    );
  // Members may see pages that visitors may not.
  const caching = visibility === 'public' && !actor && token === '' ? PUBLIC_CACHING : PRIVATE_CACHING;
  return { ...common, ...copy, entityTag: `"${sha256}-readers"`, caching };
}
