/** What a file was found to be, by its content (decisions §6). */
export interface Probe {
  readonly mediaType: string;
  /** The images that it gives, in order; empty for what gives none. `index` is for the deriver. Sizes in px, upright. */
  readonly pages: readonly {
    readonly index: number;
    readonly width_px: number;
    readonly height_px: number;
  }[];
  /** What else was found, kept with the upload and handed to the deriver. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** What files may demand of this installation. */
export interface MediaLimits {
  /** Width × height of one image. */
  readonly maxPixels: number;
}

/** A file that was sent beside the main one, such as a model's texture. */
export interface DerivationPart {
  readonly role: string;
  /** What the main file calls it. */
  readonly name: string;
  readonly path: string;
}

/** Quarter turns, in degrees clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** One version of an asset, whose files are to be made. */
export interface DeriveTask {
  /** The original, which is only read. */
  readonly source: string;
  /** An existing folder, for this task alone: what is made goes there, and what is in the way is overwritten. */
  readonly into: string;
  /** The `index` of the page that the asset is; 0 for what has none. */
  readonly page: number;
  /** Degrees clockwise by which an image is to be turned, beside what its file says. */
  readonly rotation: Rotation;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly parts: readonly DerivationPart[];
  readonly limits: MediaLimits;
}

export interface MediaWarning {
  readonly code: string;
  readonly title: string;
}

/** A file for one use, kept in the table `derivative` under its role. */
export interface DerivedFile {
  readonly role: string;
  /** In the task's folder; the last part of it becomes the last part of the key. */
  readonly path: string;
  readonly media_type: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** What was made of one version of an asset. */
export interface Derived {
  readonly width_px?: number;
  readonly height_px?: number;
  readonly duration_s?: number;
  readonly page_text?: string;
  readonly pyramid?: { readonly path: string };
  readonly thumbnail?: { readonly path: string; readonly width_px: number; readonly height_px: number };
  readonly derivatives?: readonly DerivedFile[];
  /** Of the original, for people who ask what was sent. */
  readonly technical: object;
  readonly warnings: readonly MediaWarning[];
}
