import { retryImageImport, type ImportedImage } from '@armarium/contract/imports';
import { call } from '../../../lib/api-client.ts';

/** Runs the failed import of an image again. @throws ApiProblem `not-retryable` when it has not failed */
export function retryImage(uuid: string): Promise<ImportedImage> {
  return call(retryImageImport, { params: { uuid } });
}
