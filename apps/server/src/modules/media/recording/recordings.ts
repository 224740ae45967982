import type { Derived, DeriveTask, Probe } from '../derivation.ts';
import { RecordingRefused, type RecordingKind } from './recording-refused.ts';

/**
 * FFmpeg is an optional package, since its build is under the GPL: an installation without it accepts
 * everything but recordings. It is loaded on demand, only in the process beside the server.
 * @throws RecordingRefused where it is not installed
 */
async function loaded() {
  try {
    return await import('./derive-recording.ts');
  } catch (error) {
    const technical = error instanceof Error ? error.message : String(error);
    throw RecordingRefused.for('recordings-unavailable', {}, technical);
  }
}

/** The functions of the table of kinds for sound (`audio`) or moving pictures (`video`). */
export function recordings(kind: RecordingKind) {
  return {
    asset: kind,
    probe: async (path: string): Promise<Probe> => (await loaded()).probeRecording(path, kind),
    isProbedApart: true,
    derive: async (task: DeriveTask): Promise<Derived> => (await loaded()).deriveRecording(task, kind),
    // Two processors encode an hour of full HD in less than one hour; work that takes this long will never
    // end.
    // Its own check of memory is stricter, but a library that allocates much at once is seen from outside alone.
    derive_max: { time_ms: 12 * 3_600_000, memory_bytes: 3 * 2 ** 30 },
  };
}
