/** The description of a file, from its content (decisions §6). */
export interface Probe {
  readonly mediaType: string;
  /**
   * Its images, in order; empty for a file without images. `index` is for the deriver. Sizes in px, upright.
   */
  readonly pages: readonly {
    readonly index: number;
    readonly width_px: number;
    readonly height_px: number;
  }[];
  /** Further facts, stored with the upload and given to the deriver. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** Limits of this installation for files. */
export interface MediaLimits {
  /** Width × height of one image, in pixels. */
  readonly maxPixels: number;
}

/** A file that was sent together with the main one, such as a model's texture. */
export interface DerivationPart {
  readonly role: string;
  /** Its name in the main file. */
  readonly name: string;
  readonly path: string;
}

/** Quarter turns, in degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** One version of an asset whose files are to be made. */
export interface DeriveTask {
  /** Path of the original, which is only read. */
  readonly source: string;
  /**
   * Path of an existing folder for this task alone. The results are written there, over any existing files.
   */
  readonly into: string;
  /** The `index` of the page of the asset; 0 for files without pages. */
  readonly page: number;
  /** Degrees clockwise by which an image is rotated, in addition to the orientation in its file. */
  readonly rotation: Rotation;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly parts: readonly DerivationPart[];
  readonly limits: MediaLimits;
}

export interface MediaWarning {
  readonly code: string;
  readonly title: string;
}

/** A derivative for one use, kept in the table `derivative` under its role. */
export interface DerivedFile {
  readonly role: string;
  /** Path in the task's folder. Its last segment becomes the last segment of the storage key. */
  readonly path: string;
  readonly media_type: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The results for one version of an asset. */
export interface Derived {
  readonly width_px?: number;
  readonly height_px?: number;
  readonly duration_s?: number;
  readonly page_text?: string;
  readonly pyramid?: { readonly path: string };
  readonly thumbnail?: { readonly path: string; readonly width_px: number; readonly height_px: number };
  readonly derivatives?: readonly DerivedFile[];
  /** Technical facts about the original, for people. */
  readonly technical: object;
  readonly warnings: readonly MediaWarning[];
}
