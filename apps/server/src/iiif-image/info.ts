import type { DescribedImage, ImageApiVersion } from './image-api.ts';
import { imageApis } from './versions.ts';

/** The image information document, `info.json`, as an object with its keys in order (§5 of both versions). */
export function infoDocument(version: ImageApiVersion, image: DescribedImage): Record<string, unknown> {
  return imageApis[version].infoDocument(image);
}

/** The Content-Type of `info.json`. It depends on Accept, so the answer must also say `Vary: Accept`. */
export function infoMediaType(version: ImageApiVersion, accept: string | undefined): string {
  return imageApis[version].infoMediaType(accept);
}

/**
 * The value of the one `Link` header of an answer: the compliance level, and for an image its canonical URI
 * before it (3.0 §4.8 and §6, 2.1.1 likewise). One header with two members, because some clients read only
 * the first header of a name.
 *
 * @param canonicalUri the image's base URI, `/`, and the plan's `canonicalPath`; none for `info.json`.
 */
export function linkHeader(version: ImageApiVersion, canonicalUri?: string): string {
  const profile = `<${imageApis[version].profileUri}>;rel="profile"`;
  return canonicalUri === undefined ? profile : `<${canonicalUri}>;rel="canonical",${profile}`;
}
