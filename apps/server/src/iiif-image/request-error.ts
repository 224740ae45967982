/** The part of an image request that was wrong. */
export type RequestPart = 'region' | 'size' | 'rotation' | 'quality' | 'format';

/**
 * An image request that cannot be answered. `message` names the part and is fit for the client (Image API
 * 3.0 §7.3 and 2.1.1 §7.2 recommend a description in words).
 *
 * `status` is 400 for what is malformed or out of bounds; 501 only for an enlargement (`^`) asked of a
 * source that allows none (3.0 §4.2).
 */
export class ImageRequestError extends Error {
  override readonly name = 'ImageRequestError';
  readonly part: RequestPart;
  readonly status: 400 | 501;

  constructor(part: RequestPart, detail: string, status: 400 | 501 = 400) {
    super(`${part}: ${detail}`);
    this.part = part;
    this.status = status;
  }
}
