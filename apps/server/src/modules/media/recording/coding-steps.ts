import { AV_OPT_SEARCH_CHILDREN, AVERROR_EOF } from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FFmpegError,
  Filter,
  FilterGraph,
  Frame,
  Option,
  PosixError,
  type FilterContext,
  type FormatContext,
  Packet,
  type Rational,
  type Stream,
} from 'node-av/lib';
import { MAX_PIXELS } from './open-recording.ts';
import { RecordingRefused } from './recording-refused.ts';

/** Decoders and filters of one picture size rarely benefit from more threads. */
export const THREADS = 2;
/** FFmpeg's value for an unknown time. */
export const NO_TIME = -(2n ** 63n);
const AGAIN = FFmpegError.AVERROR(PosixError.EAGAIN);

/** Failures of the machine, which may pass. FFmpeg has them from the system. */
const passing = new Map<number, PosixError>(
  [PosixError.ENOSPC, PosixError.ENOMEM, PosixError.EIO, PosixError.EMFILE, PosixError.EACCES].map((name) => [
    FFmpegError.AVERROR(name),
    name,
  ]),
);

/** A decoder, filter or encoder refused what the file has: another try with the same file fails the same way. */
export class CodingRefused extends Error {}

/**
 * @param code what a function of FFmpeg returned
 * @throws Error with the system's code for a failure of the machine, so that the job recognises it; CodingRefused
 */
export function check(code: number, doing: string): number {
  if (code >= 0) return code;
  const message = `${doing}: ${FFmpegError.strerror(code)}`;
  const system = passing.get(code);
  throw system === undefined
    ? new CodingRefused(message)
    : Object.assign(new Error(message), { code: system });
}

/** One stream on its way from the file to the copy. */
export interface Lane {
  readonly source: Stream;
  /** @throws any error that is not the fault of a single packet */
  take(packet: Packet): void;
  end(): void;
}

/**
 * More than any recording within the limits needed in measurements, and still harmless for other processes.
 */
const MAX_MEMORY_bytes = 2 * 2 ** 30;

/** @throws RecordingRefused where this process uses more memory than a recording may need */
export function lookAtMemory(): void {
  const { rss } = process.memoryUsage();
  if (rss > MAX_MEMORY_bytes) throw RecordingRefused.for('too-demanding', {}, `${rss} bytes of memory`);
}

/** Counts over all lanes. */
export interface LaneReport {
  /** Packets that could not be decoded. */
  broken: number;
  packets: number;
  /** The end of the last sound or picture, in seconds from the beginning. */
  end_s: number;
}

export function seconds(time: bigint, base: { num: number; den: number }): number {
  return (Number(time) * base.num) / base.den;
}

/** Returns a function that writes packets of one encoder, or of the source itself, into the copy. */
export function writer(output: FormatContext, target: Stream, from: { num: number; den: number }) {
  return (packet: Packet): void => {
    packet.streamIndex = target.index;
    packet.rescaleTs(from, target.timeBase);
    packet.pos = -1n;
    check(output.interleavedWriteFrameSync(packet), 'writing the copy');
  };
}

export function addCopied(source: Stream, output: FormatContext): (packet: Packet) => void {
  const target = output.newStream(null);
  check(source.codecpar.copy(target.codecpar), 'describing a stream of the copy');
  // The codec tag of another container has no meaning in this one.
  target.codecpar.codecTag = 0;
  target.timeBase = source.timeBase;
  target.avgFrameRate = source.avgFrameRate;
  target.sampleAspectRatio = source.sampleAspectRatio;
  const clone = new Packet();
  clone.alloc();
  const { num, den } = source.timeBase;
  let last = NO_TIME;
  // The time base of the copy is fixed with its header, so the writer reads it late.
  return (packet) => {
    if (packet.dts === NO_TIME) packet.dts = packet.pts;
    if (packet.pts === NO_TIME) packet.pts = packet.dts;
    // A packet whose time goes back is skipped; its neighbours are shown instead.
    if (packet.dts === NO_TIME || packet.dts <= last) return;
    last = packet.dts;
    check(clone.ref(packet), 'copying a packet');
    writer(output, target, { num, den })(clone);
    clone.unref();
  };
}

export function openDecoder(source: Stream): CodecContext {
  const codec = Codec.findDecoder(source.codecpar.codecId);
  if (!codec) throw new Error(`No decoder for ${source.codecpar.codecId}.`);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  check(decoder.parametersToContext(source.codecpar), 'preparing the decoder');
  decoder.pktTimebase = source.timeBase;
  decoder.threadCount = THREADS;
  // The container's data have been checked; the coded stream itself may differ, and later.
  check(
    Option.set(decoder.getNative(), 'max_pixels', String(MAX_PIXELS), AV_OPT_SEARCH_CHILDREN),
    'setting the limit of the decoder',
  );
  check(decoder.open2Sync(codec, null), 'opening the decoder');
  return decoder;
}

/**
 * Feeds one packet, or the end, and passes each decoded frame on. @returns whether the decoder accepted it
 */
export function decode(
  decoder: CodecContext,
  packet: Packet | null,
  frame: Frame,
  use: (frame: Frame) => void,
): boolean {
  let isTaken = false;
  for (let tries = 0; tries < 3 && !isTaken; tries += 1) {
    const sent = decoder.sendPacketSync(packet);
    if (sent < 0 && sent !== AGAIN && sent !== AVERROR_EOF) return false;
    isTaken = sent !== AGAIN;
    for (;;) {
      const received = decoder.receiveFrameSync(frame);
      if (received === AGAIN || received === AVERROR_EOF) break;
      if (received < 0) return false;
      use(frame);
      frame.unref();
    }
  }
  return isTaken;
}

export function encode(
  encoder: CodecContext,
  frame: Frame | null,
  packet: Packet,
  write: (packet: Packet) => void,
): void {
  const sent = encoder.sendFrameSync(frame);
  if (sent !== AVERROR_EOF) check(sent, 'encoding');
  for (;;) {
    const received = encoder.receivePacketSync(packet);
    if (received === AGAIN || received === AVERROR_EOF) return;
    check(received, 'encoding');
    write(packet);
    packet.unref();
  }
}

/** In the syntax of FFmpeg: `name=option=value:option=value`. */
export interface FilterChain {
  source: 'buffer' | 'abuffer';
  sourceOptions: string;
  sink: 'buffersink' | 'abuffersink';
  chain: string[];
}

/** A chain of filters between one source and one sink, rebuilt when the form of the input changes. */
export class Filters {
  #graph: FilterGraph | null = null;
  #source: FilterContext | null = null;
  #sink: FilterContext | null = null;
  #form = '';
  readonly #out = new Frame();

  constructor() {
    this.#out.alloc();
  }

  /** @param make the source and the chain for such a frame; called again only when `form` changes */
  take(
    frame: Frame,
    form: string,
    make: () => FilterChain,
    use: (frame: Frame, base: Rational) => void,
  ): void {
    if (form !== this.#form) {
      this.end(use);
      this.#build(make());
      this.#form = form;
    }
    if (!this.#source) return;
    check(this.#source.buffersrcAddFrameSync(frame), 'filtering');
    this.#drain(use);
  }

  end(use: (frame: Frame, base: Rational) => void): void {
    if (!this.#source) return;
    this.#source.buffersrcAddFrameSync(null);
    this.#drain(use);
    this.#graph?.free();
    this.#graph = this.#source = this.#sink = null;
    this.#form = '';
  }

  #drain(use: (frame: Frame, base: Rational) => void): void {
    const sink = this.#sink;
    if (!sink) return;
    for (;;) {
      const got = sink.buffersinkGetFrameSync(this.#out);
      if (got === AGAIN || got === AVERROR_EOF) return;
      check(got, 'filtering');
      use(this.#out, sink.buffersinkGetTimeBase());
      this.#out.unref();
    }
  }

  #build(made: FilterChain): void {
    const graph = new FilterGraph();
    graph.alloc();
    graph.nbThreads = THREADS;
    const ends = [`${made.source}=${made.sourceOptions}`, ...made.chain, made.sink];
    const links = ends.map((step, index) => {
      const [name = '', ...options] = step.split('=');
      const filter = Filter.getByName(name);
      const context = filter && graph.createFilter(filter, `${name}${index}`, options.join('=') || null);
      if (!context) throw new CodingRefused(`FFmpeg could not make the filter ${step}.`);
      return context;
    });
    links.slice(1).forEach((to, index) => check(links[index]?.link(0, to, 0) ?? -1, 'linking the filters'));
    check(graph.configSync(), 'making the filters');
    this.#source = links[0] ?? null;
    this.#sink = links.at(-1) ?? null;
    this.#graph = graph;
  }
}
