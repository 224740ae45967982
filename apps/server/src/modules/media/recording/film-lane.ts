import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_FRAME_FLAG_INTERLACED,
  AV_OPT_SEARCH_CHILDREN,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_RGB,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Frame,
  Option,
  Packet,
  Rational,
  type FormatContext,
  type Stream,
} from 'node-av/lib';
import {
  addCopied,
  check,
  decode,
  encode,
  Filters,
  lookAtMemory,
  NO_TIME,
  openDecoder,
  seconds,
  THREADS,
  writer,
  type Lane,
  type LaneReport,
} from './coding-steps.ts';
import { MAX_HOURS } from './open-recording.ts';
import { RecordingRefused } from './recording-refused.ts';

export interface FilmPlan {
  readonly isCopied: boolean;
  /** Even numbers. */
  readonly width_px: number;
  readonly height_px: number;
  readonly turn: readonly string[];
}

/** Filters fill a gap of the clock with repeated pictures, all within one call. */
const MAX_GAP_S = 10 * 60;
/** For the pictures that one packet gives. */
const MAX_CALL_MS = 10 * 60_000;
/** Between two looks at the limits. */
const PICTURES_AT_A_TIME = 256;

const hdrCurves: readonly number[] = [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67];

/** Half the processor time of x264's own choice, for files a tenth larger. */
const x264 = { preset: 'veryfast', crf: '22', profile: 'high', 'rc-lookahead': '20' };

export function filmLane(source: Stream, output: FormatContext, plan: FilmPlan, report: LaneReport): Lane {
  if (plan.isCopied) {
    const write = addCopied(source, output);
    return {
      source,
      take: (packet) => {
        const end_s = seconds(
          packet.pts === NO_TIME ? packet.dts : packet.pts + packet.duration,
          source.timeBase,
        );
        if (end_s > report.end_s) report.end_s = end_s;
        write(packet);
      },
      end: () => undefined,
    };
  }
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  if (!codec) throw new Error('FFmpeg was built without x264.');
  const { codecpar } = source;
  const decoder = openDecoder(source);
  const rate = source.avgFrameRate.num > 0 ? source.avgFrameRate : new Rational(25, 1);
  const isTooFast = rate.num / rate.den > 60;
  const isHdr = hdrCurves.includes(codecpar.colorTrc);
  const base = new Rational(1, 90_000);

  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = plan.width_px;
  encoder.height = plan.height_px;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = base;
  encoder.framerate = isTooFast ? new Rational(60, 1) : rate;
  encoder.sampleAspectRatio = new Rational(1, 1);
  encoder.colorRange = AVCOL_RANGE_MPEG;
  const isRgb = codecpar.colorSpace === AVCOL_SPC_RGB || isHdr;
  encoder.colorSpace = isRgb ? AVCOL_SPC_BT709 : codecpar.colorSpace;
  if (!isHdr) {
    encoder.colorPrimaries = codecpar.colorPrimaries;
    encoder.colorTrc = codecpar.colorTrc;
  }
  // A key picture at least every ten seconds at 25 a second: whoever seeks waits for one.
  encoder.gopSize = 125;
  encoder.threadCount = THREADS;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  // Never as a dictionary: the binding of open2 frees it, and its wrapper frees it once more when it is collected.
  for (const [name, value] of Object.entries(x264))
    check(
      Option.set(encoder.getNative(), name, value, AV_OPT_SEARCH_CHILDREN),
      `setting ${name} of the encoder`,
    );
  check(encoder.open2Sync(codec, null), 'opening the encoder');
  const target = output.newStream(null);
  check(target.codecpar.fromContext(encoder), 'describing a stream of the copy');
  target.timeBase = base;
  target.avgFrameRate = encoder.framerate;

  const frame = new Frame();
  frame.alloc();
  const packet = new Packet();
  packet.alloc();
  const filters = new Filters();
  const write = (made: Packet) => writer(output, target, base)(made);
  let last = -1n;
  let pictures = 0;
  let began_ms = 0;
  const look = (): void => {
    lookAtMemory();
    const took_ms = performance.now() - began_ms;
    if (took_ms > MAX_CALL_MS)
      throw RecordingRefused.for('too-demanding', {}, `${took_ms} ms for one packet`);
    if (report.end_s > MAX_HOURS * 3600) throw tooLong();
  };
  const onPicture = (picture: Frame, sinkBase: Rational): void => {
    let pts = (picture.pts * BigInt(sinkBase.num) * 90_000n) / BigInt(sinkBase.den);
    if (pts < 0n) pts = 0n;
    if (pts <= last) return;
    last = pts;
    picture.pts = pts;
    picture.timeBase = base;
    picture.pictType = AV_PICTURE_TYPE_NONE;
    report.end_s = Math.max(report.end_s, seconds(pts, base) + rate.den / rate.num);
    pictures += 1;
    if (pictures % PICTURES_AT_A_TIME === 0) look();
    encode(encoder, picture, packet, write);
  };
  let next = 0n;
  let before_s: number | null = null;
  const step = BigInt(
    Math.max(1, Math.round((source.timeBase.den * rate.den) / (source.timeBase.num * rate.num))),
  );
  const onFrame = (decoded: Frame): void => {
    const best = decoded.bestEffortTimestamp;
    decoded.pts = best === NO_TIME ? next : best;
    next = decoded.pts + step;
    const at_s = seconds(decoded.pts, source.timeBase);
    if (Math.abs(at_s) > MAX_HOURS * 3600 || Math.abs(at_s - (before_s ?? at_s)) > MAX_GAP_S)
      throw tooLong(at_s);
    before_s = at_s;
    const { width, height, format, sampleAspectRatio: ratio } = decoded;
    const isInterlaced = decoded.hasFlags(AV_FRAME_FLAG_INTERLACED);
    const aspect = ratio.num > 0 && ratio.den > 0 ? `${ratio.num}/${ratio.den}` : '1/1';
    const form = `${width} ${height} ${format} ${aspect} ${isInterlaced} ${decoded.colorSpace} ${decoded.colorRange}`;
    filters.take(
      decoded,
      form,
      () => ({
        source: 'buffer',
        sourceOptions:
          `video_size=${width}x${height}:pix_fmt=${format}:time_base=${source.timeBase.num}/${source.timeBase.den}` +
          `:pixel_aspect=${aspect}:frame_rate=${rate.num}/${rate.den}` +
          `:colorspace=${decoded.colorSpace}:range=${decoded.colorRange}`,
        sink: 'buffersink',
        chain: [
          ...(isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
          ...(isTooFast ? ['fps=60'] : []),
          ...plan.turn,
          `scale=${plan.width_px}:${plan.height_px}:flags=bicubic` +
            (isHdr ? '' : `:out_range=tv${isRgb ? ':out_color_matrix=bt709' : ''}`),
          ...(isHdr ? [toStandardRange] : []),
          'setsar=1',
          'format=yuv420p',
        ],
      }),
      onPicture,
    );
  };
  return {
    source,
    take: (sent) => {
      began_ms = performance.now();
      if (!decode(decoder, sent, frame, onFrame)) report.broken += 1;
    },
    end: () => {
      began_ms = performance.now();
      decode(decoder, null, frame, onFrame);
      filters.end(onPicture);
      encode(encoder, null, packet, write);
      encoder.freeContext();
      decoder.freeContext();
    },
  };
}

const tooLong = (at_s?: number): RecordingRefused =>
  RecordingRefused.for(
    'too-long-recording',
    { max_h: MAX_HOURS },
    at_s === undefined ? undefined : `a picture at ${at_s} s`,
  );

/** Telephones film in high dynamic range, which looks washed out where it is shown as it is. */
const toStandardRange = 'tonemapx=tonemap=bt2390:desat=0:p=bt709:t=bt709:m=bt709:r=tv:format=yuv420p';
