/** The formats of files as people call them: of images, of recordings and of models. */
const formats: Readonly<Record<string, string>> = {
  jp2: 'JPEG 2000',
  webp: 'WebP',
  glb: 'GLB (glTF)',
  quicktime: 'QuickTime',
  matroska: 'Matroska',
  webm: 'WebM',
  ogg: 'Ogg',
  flv: 'Flash Video',
  'mpeg-ps': 'MPEG program stream',
  'mpeg-ts': 'MPEG transport stream',
  'mpeg-video': 'MPEG video',
  w64: 'Wave64',
};

/** The codecs by FFmpeg's names of their decoders. */
const codecs: Readonly<Record<string, string>> = {
  h263: 'H.263',
  h264: 'H.264 (AVC)',
  hevc: 'H.265 (HEVC)',
  vvc: 'H.266 (VVC)',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  mpeg1video: 'MPEG-1',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4 Part 2',
  flv: 'Sorenson Spark',
  mjpeg: 'Motion JPEG',
  jpeg2000: 'JPEG 2000',
  prores: 'Apple ProRes',
  dnxhd: 'DNxHD',
  dvvideo: 'DV',
  ffv1: 'FFV1',
  theora: 'Theora',
  aac: 'AAC',
  ac3: 'Dolby Digital (AC-3)',
  eac3: 'Dolby Digital Plus (E-AC-3)',
  alac: 'Apple Lossless (ALAC)',
  amrnb: 'AMR-NB',
  amrwb: 'AMR-WB',
  flac: 'FLAC',
  mp2: 'MP2',
  mp2float: 'MP2',
  mp3: 'MP3',
  mp3float: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  pcm_alaw: 'PCM, A-law',
  pcm_mulaw: 'PCM, μ-law',
};

const named = (names: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(names, name) ? names[name] : undefined;

/** `jp2` as `JPEG 2000`; one without a name of its own is an abbreviation, such as `tiff`. */
export const formatName = (format: string): string => named(formats, format) ?? format.toUpperCase();

/** `h264` as `H.264 (AVC)`; one that is not known here stays as it is. */
export const codecName = (codec: string): string => named(codecs, codec) ?? codec;

/** Samples as they are, by FFmpeg's name: `pcm_s24le` has 24 bits. */
export function pcmOf(codec: string): { bits: number; isFloat: boolean } | undefined {
  const read = /^pcm_(?<kind>[suf])(?<bits>8|16|24|32|64)(?:[lb]e)?$/.exec(codec)?.groups;
  return read && { bits: Number(read['bits']), isFloat: read['kind'] === 'f' };
}
