import type { ImageApi, ImageApiVersion } from './image-api.ts';
import { imageApi2 } from './version-2.ts';
import { imageApi3 } from './version-3.ts';

/** The rules of a version. */
export const imageApis: Record<ImageApiVersion, ImageApi> = { 2: imageApi2, 3: imageApi3 };
