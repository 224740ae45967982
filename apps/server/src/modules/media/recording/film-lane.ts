import { AV_FRAME_FLAG_INTERLACED, AV_PICTURE_TYPE_NONE } from 'node-av/constants';
import { Frame, Packet, type Rational, type FormatContext, type Stream } from 'node-av/lib';
import {
  addCopied,
  decode,
  encode,
  Filters,
  type FilterChain,
  lookAtMemory,
  NO_TIME,
  openDecoder,
  seconds,
  writer,
  type Lane,
  type LaneReport,
} from './coding-steps.ts';
import { BASE, formOf, openEncoder, type FilmForm, type FilmPlan } from './film-encoder.ts';
import { MAX_HOURS } from './open-recording.ts';
import { RecordingRefused } from './recording-refused.ts';

/** Filters fill a gap in the timestamps with repeated pictures, all within one call. */
const MAX_GAP_S = 10 * 60;
/** The limit for the pictures from one packet. */
const MAX_CALL_MS = 10 * 60_000;
/** The number of pictures between two checks of the limits. */
const PICTURES_AT_A_TIME = 256;

/** The film of a recording, copied or encoded. */
export function filmLane(source: Stream, output: FormatContext, plan: FilmPlan, report: LaneReport): Lane {
  return plan.isCopied ? copiedFilm(source, output, report) : codedFilm(source, output, plan, report);
}

function copiedFilm(source: Stream, output: FormatContext, report: LaneReport): Lane {
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

function codedFilm(source: Stream, output: FormatContext, plan: FilmPlan, report: LaneReport): Lane {
  const decoder = openDecoder(source);
  const form = formOf(source);
  const { encoder, target } = openEncoder(source, output, plan, form);
  const frame = new Frame();
  frame.alloc();
  const packet = new Packet();
  packet.alloc();
  const filters = new Filters();
  const write = (made: Packet) => writer(output, target, BASE)(made);
  const limits = new Limits(report);
  const placeInTime = framePlacer(source, form.rate);
  let last = -1n;
  const onPicture = (picture: Frame, sinkBase: Rational): void => {
    let pts = (picture.pts * BigInt(sinkBase.num) * 90_000n) / BigInt(sinkBase.den);
    if (pts < 0n) pts = 0n;
    if (pts <= last) return;
    last = pts;
    picture.pts = pts;
    picture.timeBase = BASE;
    picture.pictType = AV_PICTURE_TYPE_NONE;
    report.end_s = Math.max(report.end_s, seconds(pts, BASE) + form.rate.den / form.rate.num);
    limits.countPicture();
    encode(encoder, picture, packet, write);
  };
  const onFrame = (decoded: Frame): void => {
    placeInTime(decoded);
    const graph = graphFor(decoded, source, plan, form);
    filters.take(decoded, graph.key, graph.chain, onPicture);
  };
  return {
    source,
    take: (sent) => {
      limits.begin();
      if (!decode(decoder, sent, frame, onFrame)) report.broken += 1;
    },
    end: () => {
      limits.begin();
      decode(decoder, null, frame, onFrame);
      filters.end(onPicture);
      encode(encoder, null, packet, write);
      encoder.freeContext();
      decoder.freeContext();
    },
  };
}

/** Stops work that takes too much memory or time, or is too long. */
class Limits {
  readonly #report: LaneReport;
  #pictures = 0;
  #began_ms = 0;

  constructor(report: LaneReport) {
    this.#report = report;
  }

  /** Starts the time of the next packet. */
  begin(): void {
    this.#began_ms = performance.now();
  }

  /** @throws RecordingRefused */
  countPicture(): void {
    this.#pictures += 1;
    if (this.#pictures % PICTURES_AT_A_TIME !== 0) return;
    lookAtMemory();
    const took_ms = performance.now() - this.#began_ms;
    if (took_ms > MAX_CALL_MS)
      throw RecordingRefused.for('too-demanding', {}, `${took_ms} ms for one packet`);
    if (this.#report.end_s > MAX_HOURS * 3600) throw tooLong();
  }
}

/**
 * Returns a function that gives each decoded picture its time, also where the file has none. It throws
 * RecordingRefused where the time jumps.
 */
function framePlacer({ timeBase }: Stream, rate: Rational): (decoded: Frame) => void {
  const step = BigInt(Math.max(1, Math.round((timeBase.den * rate.den) / (timeBase.num * rate.num))));
  let next = 0n;
  let before_s: number | null = null;
  return (decoded) => {
    const best = decoded.bestEffortTimestamp;
    decoded.pts = best === NO_TIME ? next : best;
    next = decoded.pts + step;
    const at_s = seconds(decoded.pts, timeBase);
    if (Math.abs(at_s) > MAX_HOURS * 3600 || Math.abs(at_s - (before_s ?? at_s)) > MAX_GAP_S)
      throw tooLong(at_s);
    before_s = at_s;
  };
}

/** The filters for pictures of this form; rebuilt where the form changes within the film. */
function graphFor(decoded: Frame, { timeBase }: Stream, plan: FilmPlan, form: FilmForm) {
  const { rate, isTooFast, isHdr, isRgb } = form;
  const { width, height, format, sampleAspectRatio: ratio, colorSpace, colorRange } = decoded;
  const isInterlaced = decoded.hasFlags(AV_FRAME_FLAG_INTERLACED);
  const aspect = ratio.num > 0 && ratio.den > 0 ? `${ratio.num}/${ratio.den}` : '1/1';
  return {
    key: `${width} ${height} ${format} ${aspect} ${isInterlaced} ${colorSpace} ${colorRange}`,
    chain: (): FilterChain => ({
      source: 'buffer',
      sourceOptions:
        `video_size=${width}x${height}:pix_fmt=${format}:time_base=${timeBase.num}/${timeBase.den}` +
        `:pixel_aspect=${aspect}:frame_rate=${rate.num}/${rate.den}` +
        `:colorspace=${colorSpace}:range=${colorRange}`,
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
  };
}

const tooLong = (at_s?: number): RecordingRefused =>
  RecordingRefused.for(
    'too-long-recording',
    { max_h: MAX_HOURS },
    at_s === undefined ? undefined : `a picture at ${at_s} s`,
  );

/** Telephones film in high dynamic range, which looks washed out without this conversion. */
const toStandardRange = 'tonemapx=tonemap=bt2390:desat=0:p=bt709:t=bt709:m=bt709:r=tv:format=yuv420p';
