import { AVERROR_EOF } from 'node-av/constants';
import { Dictionary, FormatContext, Packet, type Stream } from 'node-av/lib';
import { check, NO_TIME, type Lane, type LaneReport } from './coding-steps.ts';
import type { FilmPlan } from './film-encoder.ts';
import { filmLane } from './film-lane.ts';
import { MAX_HOURS, type OpenRecording } from './open-recording.ts';
import { RecordingRefused } from './recording-refused.ts';
import { soundLane, type SoundPlan } from './sound-lane.ts';

/** The number of packets between two checks of the limits. */
const PACKETS_AT_A_TIME = 64;

/**
 * Writes the playable copy of a recording: an MP4 with its index first, with H.264 and AAC; streams that are
 * already coded like this are copied. Memory does not grow with the length.
 * @param pause called regularly, to check limits; an error from it ends the work
 */
export async function transcode(
  recording: OpenRecording,
  into: { path: string; format: 'mp4' | 'ipod' },
  plan: { film?: FilmPlan; sound?: SoundPlan },
  pause: (at_s: number) => Promise<void>,
): Promise<Readonly<LaneReport>> {
  const { input, film, sound, start_us } = recording;
  const output = new FormatContext();
  const packet = new Packet();
  packet.alloc();
  check(output.allocOutputContext2(null, into.format, into.path), 'choosing the format of the copy');
  try {
    const report: LaneReport = { broken: 0, packets: 0, end_s: 0 };
    const lanes: Lane[] = [];
    if (film && plan.film) lanes.push(filmLane(film, output, plan.film, report));
    if (sound && plan.sound) lanes.push(soundLane(sound, output, plan.sound, report));
    check(output.openOutputSync(), 'opening the copy');
    check(output.writeHeaderSync(Dictionary.fromObject({ movflags: '+faststart' })), 'beginning the copy');

    for (let count = 1; ; count += 1) {
      const read = input.readFrameSync(packet);
      if (read === AVERROR_EOF) break;
      // A broken end keeps everything before it; the caller judges how much is missing.
      if (read < 0) {
        report.broken += 1;
        break;
      }
      const lane = lanes.find(({ source }) => source.index === packet.streamIndex);
      if (lane && packet.size > 0) {
        report.packets += 1;
        shift(packet, lane.source, start_us);
        lane.take(packet);
      }
      packet.unref();
      if (count % PACKETS_AT_A_TIME === 0) await pause(report.end_s);
      if (report.end_s > MAX_HOURS * 3600)
        throw RecordingRefused.for('too-long-recording', { max_h: MAX_HOURS });
    }
    for (const lane of lanes) lane.end();
    check(output.writeTrailerSync(), 'ending the copy');
    return report;
  } finally {
    packet.free();
    output.closeOutputSync();
  }
}

/** Moves the timestamps, so that the recording begins at 0. */
function shift(packet: Packet, { timeBase }: Stream, start_us: bigint): void {
  if (start_us === 0n) return;
  const offset = (start_us * BigInt(timeBase.den)) / (1_000_000n * BigInt(timeBase.num));
  if (packet.pts !== NO_TIME) packet.pts -= offset;
  if (packet.dts !== NO_TIME) packet.dts -= offset;
}
