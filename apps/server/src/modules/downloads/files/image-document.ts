import { reaches, type TenantData } from '../../../db/database.ts';
import { notFound, ProblemError } from '../../../problem-error.ts';
import { admitted, type Caller, PRIVATE_CACHING, PUBLIC_CACHING, viewerOf } from '../../admission/public.ts';
import { contentDisposition } from '../download-name.ts';
import { imageDocument } from './document.queries.ts';
import type { FoundFile } from './found-file.ts';

export const hiddenPages = () =>
  new ProblemError(
    'forbidden',
    'This file also holds pages of a record that you may not see. Those that you may see can be had as images.',
  );

/**
 * The PDF that an image was made of, as it was sent, for whoever may see all of its pages. It shows them clean and
 * whole. So where the organisation has set a watermark or a public size, or a page of it is not for this caller's
 * eyes, it is an original, for those who may download these (decisions §3, §7).
 * @throws ProblemError 403 where it is an original, or shows pages that are hidden from the caller; 404, for visitors
 *   always
 */
export async function findImageDocument(data: TenantData, image: string, caller: Caller): Promise<FoundFile> {
  const { actor, token = '' } = caller;
  const { isOpen, visibility, sender, sha256, size_bytes, filename, key, ...document } = admitted(
    'The PDF',
    caller,
    await data.read((db) => imageDocument(db, image, viewerOf(caller))),
  );
  if (!isOpen && !(actor && reaches(actor, 'downloadOriginal', sender)))
    throw actor
      ? new ProblemError(
          'forbidden',
          'This PDF is for those who may download originals. Its pages can be seen as images.',
        )
      : notFound('The PDF');
  if (!document.hidesNothing) throw hiddenPages();
  return {
    key,
    size_bytes,
    mediaType: 'application/pdf',
    entityTag: `"${sha256}"`,
    disposition: contentDisposition('inline', filename),
    // Members may see pages that visitors may not.
    caching: isOpen && visibility === 'public' && !actor && token === '' ? PUBLIC_CACHING : PRIVATE_CACHING,
    ...(!isOpen && {
      original: { itemUuid: document.item, title: document.title, pressmark: document.pressmark },
    }),
  };
}
