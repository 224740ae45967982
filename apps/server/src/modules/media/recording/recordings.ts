import type { Derived, DeriveTask, Probe } from '../derivation.ts';
import { RecordingRefused, type RecordingKind } from './recording-refused.ts';

/**
 * FFmpeg comes as an optional package, since its build is under the GPL: an installation without it takes everything
 * but recordings. It is loaded where a recording is at hand, in the process beside the server alone.
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

/** Judges and prepares sound (`audio`) or moving pictures (`video`), as a row of the table of kinds. */
export function recordings(kind: RecordingKind) {
  return {
    asset: kind,
    probe: async (path: string): Promise<Probe> => (await loaded()).probeRecording(path, kind),
    isProbedApart: true,
    derive: async (task: DeriveTask): Promise<Derived> => (await loaded()).deriveRecording(task, kind),
    // Two processors code an hour of full HD in less than one; nothing that takes so long will ever end.
    derive_max_ms: 12 * 3_600_000,
  };
}
