import type { Size } from './geometry.ts';
import type { SizeRequest } from './size.ts';
import type { SourceInfo } from './source-info.ts';

/** The versions of the IIIF Image API served: 2 stands for 2.1.1, 3 for 3.0. */
export type ImageApiVersion = 2 | 3;

/** What is written into an information document. */
export interface DescribedImage {
  /** The image's base URI: absolute, no slash at its end. */
  id: string;
  source: SourceInfo;
}

/** A size already held against its region and the source's limit. */
export interface ResolvedSize {
  size: Size;
  region: Size;
  maxArea_px: number | undefined;
}

/** All in which the two versions differ. Both serve compliance level 2 and the same further features. */
export interface ImageApi {
  /** The level's profile document, an http: URI in both versions. */
  profileUri: string;
  /** The status where an enlargement is asked of a source that allows none. */
  enlargementRefused: 400 | 501;
  /** Reads a size, decoded. Throws ImageRequestError 400. */
  parseSize(text: string): SizeRequest;
  /** Writes the one canonical size; planning it again gives the same size. */
  canonicalSize(resolved: ResolvedSize): string;
  /** The object that `info.json` serialises, its keys in order. */
  infoDocument(image: DescribedImage): Record<string, unknown>;
  /** The media type `info.json` is answered with, given the request's Accept header. */
  infoMediaType(accept: string | undefined): string;
}
