import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_OPT_SEARCH_CHILDREN,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_RGB,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Option, Rational, type FormatContext, type Stream } from 'node-av/lib';
import { check, THREADS } from './coding-steps.ts';

export interface FilmPlan {
  readonly isCopied: boolean;
  /** Even numbers. */
  readonly width_px: number;
  readonly height_px: number;
  readonly turn: readonly string[];
}

const hdrCurves: readonly number[] = [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67];

/** Half the processor time of x264's defaults, for files a tenth larger. */
const x264 = { preset: 'veryfast', crf: '22', profile: 'high', 'rc-lookahead': '20' };

/** The time base of the copy. */
export const BASE = new Rational(1, 90_000);

/** The properties of the source that decide how it is encoded. */
export interface FilmForm {
  /** Pictures a second. */
  readonly rate: Rational;
  readonly isTooFast: boolean;
  readonly isHdr: boolean;
  /** Its colours are encoded as BT.709. */
  readonly isRgb: boolean;
}

export function formOf({ avgFrameRate, codecpar }: Stream): FilmForm {
  const rate = avgFrameRate.num > 0 ? avgFrameRate : new Rational(25, 1);
  const isHdr = hdrCurves.includes(codecpar.colorTrc);
  return {
    rate,
    isTooFast: rate.num / rate.den > 60,
    isHdr,
    isRgb: codecpar.colorSpace === AVCOL_SPC_RGB || isHdr,
  };
}

export function openEncoder({ codecpar }: Stream, output: FormatContext, plan: FilmPlan, form: FilmForm) {
  const { rate, isTooFast, isHdr, isRgb } = form;
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  if (!codec) throw new Error('FFmpeg was built without x264.');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = plan.width_px;
  encoder.height = plan.height_px;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = BASE;
  encoder.framerate = isTooFast ? new Rational(60, 1) : rate;
  encoder.sampleAspectRatio = new Rational(1, 1);
  encoder.colorRange = AVCOL_RANGE_MPEG;
  encoder.colorSpace = isRgb ? AVCOL_SPC_BT709 : codecpar.colorSpace;
  if (!isHdr) {
    encoder.colorPrimaries = codecpar.colorPrimaries;
    encoder.colorTrc = codecpar.colorTrc;
  }
  // A key frame at least every ten seconds at 25 a second: seeking waits for one.
  encoder.gopSize = 125;
  encoder.threadCount = THREADS;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  // Never as a dictionary: the binding of open2 frees it, and its wrapper frees it again when it is
  // collected.
  for (const [name, value] of Object.entries(x264))
    check(
      Option.set(encoder.getNative(), name, value, AV_OPT_SEARCH_CHILDREN),
      `setting ${name} of the encoder`,
    );
  check(encoder.open2Sync(codec, null), 'opening the encoder');
  const target = output.newStream(null);
  check(target.codecpar.fromContext(encoder), 'describing a stream of the copy');
  target.timeBase = BASE;
  target.avgFrameRate = encoder.framerate;
  return { encoder, target };
}
