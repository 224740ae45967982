import type { DeriveTask, Derived, MediaLimits, Probe } from './derivation.ts';
import { captionsRefused } from './captions/captions-refused.ts';
import { CAPTIONS_MAX_BYTES, probeCaptions } from './captions/probe-captions.ts';
import { deriveImage } from './image/derive-image.ts';
import { probeImage } from './image/probe-image.ts';
import { derivePdfPage } from './pdf/derive-pdf-page.ts';
import { probePdf } from './pdf/probe-pdf.ts';
import { deriveModel } from './model3d/derive-model.ts';
import { probeMaterial, probeModel, probeTexture } from './model3d/probe-model.ts';
import type { MediaRefused } from './media-refused.ts';
import { recordings } from './recording/recordings.ts';

/** The kind of an uploaded file: `upload.kind`. Each has a call of its own (wire.md). */
export type UploadKind =
  'image' | 'pdf' | 'audio' | 'video' | 'zip' | 'object' | 'material' | 'texture' | 'captions';
/** The kind of an asset: `asset.kind`. The pages of a PDF are images. */
export type AssetKind = 'image' | 'audio' | 'video' | 'model3d';

/** One kind of upload: how it is checked, and how its derivatives are made. */
export interface MediaKind {
  /** The kind of its assets; undefined for a file that only accompanies another. */
  readonly asset?: AssetKind;
  /**
   * Checks a file by its content before it is kept.
   * @throws MediaRefused with a cause for cataloguers
   */
  readonly probe: (path: string, limits: MediaLimits) => Promise<Probe>;
  /**
   * Whether the probe runs in the process that makes derivatives. True where a library reads the whole file:
   * a hostile one could crash it, or keep it busy for ever.
   */
  readonly isProbedApart: boolean;
  /**
   * Makes the derivatives of one asset, in the process that makes derivatives.
   * @throws MediaRefused where the file is to blame; other errors unchanged, for a retry
   */
  readonly derive?: (task: DeriveTask) => Promise<Derived>;
  /** A limit below the general one: larger files are refused with this cause. */
  readonly largest?: { readonly bytes: number; readonly refusal: () => MediaRefused };
  /** The time and the memory of the process within which the derivatives of one file are made: beyond them the file is to blame. */
  readonly derive_max?: { readonly time_ms: number; readonly memory_bytes: number };
}

const MINUTE_ms = 60_000;
const GIBIBYTE = 2 ** 30;

const model: MediaKind = {
  asset: 'model3d',
  probe: probeModel,
  isProbedApart: true,
  derive: deriveModel,
  derive_max: { time_ms: 15 * MINUTE_ms, memory_bytes: 4 * GIBIBYTE },
};

/**
 * Every kind of file that can be uploaded. A library that only one kind needs is imported within the function
 * that uses it, since the server and the process beside it load all static imports when they start.
 */
const mediaKinds: Readonly<Record<UploadKind, MediaKind>> = {
  image: {
    asset: 'image',
    probe: probeImage,
    isProbedApart: false,
    derive: ({ source, page, into, limits, rotation }) =>
      deriveImage(source, page, into, { ...limits, rotation }),
    derive_max: { time_ms: 30 * MINUTE_ms, memory_bytes: 4 * GIBIBYTE },
  },
  pdf: {
    asset: 'image',
    probe: probePdf,
    isProbedApart: true,
    derive: derivePdfPage,
    derive_max: { time_ms: 5 * MINUTE_ms, memory_bytes: 4 * GIBIBYTE },
  },
  audio: recordings('audio'),
  video: recordings('video'),
  // An OBJ, a GLB or a zip of either; both calls accept all of them.
  zip: model,
  object: model,
  material: { probe: probeMaterial, isProbedApart: false },
  texture: { probe: probeTexture, isProbedApart: true },
  captions: {
    probe: probeCaptions,
    isProbedApart: false,
    largest: { bytes: CAPTIONS_MAX_BYTES, refusal: () => captionsRefused('captions-too-large') },
  },
};

export function isUploadKind(kind: string): kind is UploadKind {
  return Object.hasOwn(mediaKinds, kind);
}

/** @throws Error for an unknown kind */
export function mediaKind(kind: string): MediaKind {
  if (!isUploadKind(kind)) throw new Error(`No kind of media is called ${kind}.`);
  return mediaKinds[kind];
}

/** The kinds of upload that give an asset of this kind. */
export function uploadKindsOf(asset: AssetKind): UploadKind[] {
  return (Object.keys(mediaKinds) as UploadKind[]).filter((kind) => mediaKinds[kind].asset === asset);
}
