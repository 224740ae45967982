import { ImageRequestError } from '../../iiif-image/request-error.ts';
import { ProblemError } from '../../problem-error.ts';

/** The engine's refusals as answers. @throws ProblemError 400, or 501 for what is not offered */
export function heldAgainstImage<T>(plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof ImageRequestError)) throw error;
    throw new ProblemError(error.status === 501 ? 'not-implemented' : 'invalid-image-request', error.message);
  }
}
