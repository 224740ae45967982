/** Names in the calls of a kind of asset, from the specification (catalogue §7). */
export interface AssetNames {
  /** In ids and calls: `addAudio`. */
  readonly One: string;
  /** In calls: `importAudios`. */
  readonly Many: string;
  /** In paths and answers: `audios`. */
  readonly many: string;
  /** In parameters, with `Uuid` or `Uuids` behind it: `audioUuid`. */
  readonly one: string;
  /** In summaries, for people. */
  readonly aWord: string;
  readonly words: string;
}

export const assetNames = {
  image: { One: 'Image', Many: 'Images', many: 'images', one: 'image', aWord: 'image', words: 'images' },
  audio: {
    One: 'Audio',
    Many: 'Audios',
    many: 'audios',
    one: 'audio',
    aWord: 'sound recording',
    words: 'sound recordings',
  },
  video: { One: 'Video', Many: 'Videos', many: 'videos', one: 'video', aWord: 'video', words: 'videos' },
  model3D: {
    One: 'Model3D',
    Many: 'Model3Ds',
    many: 'model3Ds',
    one: 'model3D',
    aWord: '3D model',
    words: '3D models',
  },
} as const satisfies Record<string, AssetNames>;
