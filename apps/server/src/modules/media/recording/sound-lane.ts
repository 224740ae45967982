import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational, type FormatContext, type Stream } from 'node-av/lib';
import {
  addCopied,
  check,
  decode,
  encode,
  Filters,
  NO_TIME,
  openDecoder,
  seconds,
  writer,
  type Lane,
  type LaneReport,
} from './coding-steps.ts';
import type { PeakGatherer } from './wave-peaks.ts';

export interface SoundPlan {
  readonly isCopied: boolean;
  /** Gets all decoded samples; without it a copied stream is not decoded at all. */
  readonly peaks?: PeakGatherer | undefined;
}

const aacRates_hz: readonly number[] = [
  48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
];
const AAC_SAMPLES = 1024;
/** A gap in the timestamps that is audible; smaller ones are rounding. */
const GAP_S = 0.1;

export function soundLane(source: Stream, output: FormatContext, plan: SoundPlan, report: LaneReport): Lane {
  const { codecpar } = source;
  const rate_hz = aacRates_hz.includes(codecpar.sampleRate) ? codecpar.sampleRate : 48_000;
  const channels = codecpar.channels === 1 ? 1 : 2;
  const base = new Rational(1, rate_hz);
  const copy = plan.isCopied ? addCopied(source, output) : null;
  const coding = plan.isCopied ? null : openAac(output, rate_hz, channels);
  const decoder = plan.isCopied && !plan.peaks ? null : openDecoder(source);
  const frame = new Frame();
  frame.alloc();
  const packet = new Packet();
  packet.alloc();
  const filters = new Filters();
  const write = (made: Packet) => {
    if (coding) writer(output, coding.target, base)(made);
  };
  let next = 0n;
  const onSamples = (samples: Frame, sinkBase: Rational): void => {
    plan.peaks?.take(
      (samples.data ?? []).map(
        (plane) => new Float32Array(plane.buffer, plane.byteOffset, samples.nbSamples),
      ),
      rate_hz,
    );
    const pts =
      samples.pts === NO_TIME
        ? next
        : (samples.pts * BigInt(sinkBase.num) * BigInt(rate_hz)) / BigInt(sinkBase.den);
    // Samples follow each other without gaps, except for a real gap in the recording.
    samples.pts = pts - next > BigInt(Math.round(GAP_S * rate_hz)) ? pts : next;
    samples.timeBase = base;
    next = samples.pts + BigInt(samples.nbSamples);
    report.end_s = Math.max(report.end_s, seconds(next, base));
    if (coding) encode(coding.encoder, samples, packet, write);
  };
  let decodedUpTo = 0n;
  const onFrame = (decoded: Frame): void => {
    const best = decoded.bestEffortTimestamp;
    decoded.pts = best === NO_TIME ? decodedUpTo : best;
    decodedUpTo =
      decoded.pts +
      BigInt(
        Math.round(
          (decoded.nbSamples * source.timeBase.den) / (Math.max(1, decoded.sampleRate) * source.timeBase.num),
        ),
      );
    const { sampleRate, format, channelLayout } = decoded;
    const count = decoded.channels;
    filters.take(
      decoded,
      `${sampleRate} ${format} ${count} ${channelLayout.mask}`,
      () => ({
        source: 'abuffer',
        sourceOptions:
          `time_base=${source.timeBase.num}/${source.timeBase.den}:sample_rate=${sampleRate}:sample_fmt=${format}` +
          `:channel_layout=${channelLayout.mask > 0n ? `0x${channelLayout.mask.toString(16)}` : `${count}c`}`,
        sink: 'abuffersink',
        chain: [
          `aresample=${rate_hz}`,
          `aformat=sample_fmts=fltp:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}:sample_rates=${rate_hz}`,
          `asetnsamples=${AAC_SAMPLES}:p=0`,
        ],
      }),
      onSamples,
    );
  };
  return {
    source,
    take: (sent) => {
      if (decoder && !decode(decoder, sent, frame, onFrame)) report.broken += 1;
      copy?.(sent);
      if (!decoder) {
        const end_s = seconds(sent.pts === NO_TIME ? 0n : sent.pts + sent.duration, source.timeBase);
        if (end_s > report.end_s) report.end_s = end_s;
      }
    },
    end: () => {
      if (decoder) decode(decoder, null, frame, onFrame);
      filters.end(onSamples);
      if (coding) encode(coding.encoder, null, packet, write);
      coding?.encoder.freeContext();
      decoder?.freeContext();
    },
  };
}

/** A bit rate without audible loss for speech and music; a telephone's eight kilohertz get less. */
function openAac(output: FormatContext, rate_hz: number, channels: 1 | 2) {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC);
  if (codec?.id !== AV_CODEC_ID_AAC) throw new Error('FFmpeg was built without its AAC encoder.');
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
  encoder.sampleRate = rate_hz;
  encoder.channelLayout = channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
  encoder.bitRate = BigInt(Math.min(96_000, rate_hz * 2) * channels);
  encoder.timeBase = new Rational(1, rate_hz);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  check(encoder.open2Sync(codec, null), 'opening the encoder');
  const target = output.newStream(null);
  check(target.codecpar.fromContext(encoder), 'describing a stream of the copy');
  target.timeBase = new Rational(1, rate_hz);
  return { encoder, target };
}
