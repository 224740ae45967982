/**
 * The properties of files by whose values items are filtered (`itemFilters.file`), under the names that `Technical` and
 * `EmbeddedMetadata` have. `format` is also the container of a recording; `keyword` is one of the keywords.
 */
export const fileValues = [
  'format',
  'colourSpace',
  'iccProfile',
  'bitDepth',
  'channels',
  'compression',
  'videoCodec',
  'audioCodec',
  'sampleRate_hz',
  'cameraModel',
  'lensModel',
  'creator',
  'copyright',
  'credit',
  'keyword',
] as const;
export type FileValue = (typeof fileValues)[number];
export const isFileValue = (name: string): name is FileValue =>
  (fileValues as readonly string[]).includes(name);

/** Those of them that an image can lack: what is found by them without a value. */
export const lackableFileValues: readonly string[] = [
  'colourSpace',
  'iccProfile',
  'bitDepth',
  'compression',
  'cameraModel',
  'lensModel',
  'creator',
  'copyright',
  'credit',
  'keyword',
] satisfies FileValue[];

/**
 * The properties of files by whose numbers items are filtered: the longer side of a picture, its resolution as a whole
 * number, the duration of a recording, and the year in which a picture was taken or scanned.
 */
export const fileNumbers = ['longestSide_px', 'dpi', 'duration_min', 'captureYear'] as const;
export type FileNumber = (typeof fileNumbers)[number];
export const isFileNumber = (name: string): name is FileNumber =>
  (fileNumbers as readonly string[]).includes(name);
