import type { FileHandle } from 'node:fs/promises';
import { fileSignature } from '../image/file-signature.ts';

/** The accepted containers, each with the only reader of FFmpeg that may open it and its media types. */
export const containers = {
  mp4: { demuxer: 'mov', audio: 'audio/mp4', video: 'video/mp4' },
  quicktime: { demuxer: 'mov', audio: 'audio/mp4', video: 'video/quicktime' },
  '3gp': { demuxer: 'mov', audio: 'audio/3gpp', video: 'video/3gpp' },
  matroska: { demuxer: 'matroska', audio: 'audio/x-matroska', video: 'video/x-matroska' },
  webm: { demuxer: 'matroska', audio: 'audio/webm', video: 'video/webm' },
  ogg: { demuxer: 'ogg', audio: 'audio/ogg', video: 'video/ogg' },
  avi: { demuxer: 'avi', audio: 'video/x-msvideo', video: 'video/x-msvideo' },
  flv: { demuxer: 'flv', audio: 'video/x-flv', video: 'video/x-flv' },
  'mpeg-ps': { demuxer: 'mpeg', audio: 'video/mpeg', video: 'video/mpeg' },
  'mpeg-ts': { demuxer: 'mpegts', audio: 'video/mp2t', video: 'video/mp2t' },
  'mpeg-video': { demuxer: 'mpegvideo', audio: 'video/mpeg', video: 'video/mpeg' },
  wav: { demuxer: 'wav', audio: 'audio/wav', video: 'audio/wav' },
  w64: { demuxer: 'w64', audio: 'audio/x-w64', video: 'audio/x-w64' },
  aiff: { demuxer: 'aiff', audio: 'audio/aiff', video: 'audio/aiff' },
  flac: { demuxer: 'flac', audio: 'audio/flac', video: 'audio/flac' },
  mp3: { demuxer: 'mp3', audio: 'audio/mpeg', video: 'audio/mpeg' },
  aac: { demuxer: 'aac', audio: 'audio/aac', video: 'audio/aac' },
  amr: { demuxer: 'amr', audio: 'audio/amr', video: 'audio/amr' },
} as const;

export type Container = keyof typeof containers;

export type RecordingSignature = { container: Container } | { container: null; seemsToBe: string };

/** The number of bytes for `recordingSignature` after any ID3 tag. */
const head_bytes = 4096;

/**
 * Determines the container of a file by its first bytes alone; its name plays no part (spec/decisions.md §6).
 * FFmpeg gets the reader from this, and never guesses: a file that begins like another kind is refused as
 * that.
 */
export async function recordingSignature(file: FileHandle): Promise<RecordingSignature> {
  const head = await readAt(file, 0, head_bytes);
  if (head.subarray(0, 3).toString('latin1') !== 'ID3') return signatureOf(head);
  // Tags of MP3 files are also put before other kinds of sound, sometimes twice.
  let at = 0;
  for (let tags = 0; tags < 4; tags += 1) {
    const tag = await readAt(file, at, 10);
    if (tag.length < 10 || tag.toString('latin1', 0, 3) !== 'ID3') break;
    const size_bytes = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((tag[index] ?? 0) & 0x7f), 0);
    at += 10 + size_bytes + ((tag[5] ?? 0) & 0x10 ? 10 : 0);
  }
  const behind = signatureOf(await readAt(file, at, head_bytes));
  const isSound = behind.container !== null && ['mp3', 'aac', 'flac'].includes(behind.container);
  // Padding may follow the tag: the MP3 reader finds the first frame itself.
  return isSound ? behind : { container: 'mp3' };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

const quicktimeAtoms = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

function signatureOf(head: Buffer): RecordingSignature {
  const text = head.toString('latin1');
  const seems = (seemsToBe: string): RecordingSignature => ({ container: null, seemsToBe });
  const is = (container: Container): RecordingSignature => ({ container });

  if (text.startsWith('ftyp', 4)) {
    const brand = text.slice(8, 12);
    if (/^(3g[2egprs])/.test(brand)) return is('3gp');
    if (brand === 'qt  ') return is('quicktime');
    if (/^(avi[fs]|hei[cfmsx]|hev[cmsx]|mif1|msf1|crx )/.test(brand)) return asAnotherKind(head);
    return is('mp4');
  }
  if (quicktimeAtoms.includes(text.slice(4, 8))) return is('quicktime');
  if (text.startsWith('\x1a\x45\xdf\xa3'))
    return is(text.slice(0, 64).includes('webm') ? 'webm' : 'matroska');
  if (text.startsWith('OggS')) return is('ogg');
  if (text.startsWith('fLaC')) return is('flac');
  if (text.startsWith('FLV\x01')) return is('flv');
  if (/^(RIFF|RF64|BW64)/.test(text) && text.startsWith('WAVE', 8)) return is('wav');
  if (text.startsWith('RIFF') && text.startsWith('AVI ', 8)) return is('avi');
  if (text.startsWith('riff\x2e\x91\xcf\x11')) return is('w64');
  if (text.startsWith('FORM') && /^AIF[FC]/.test(text.slice(8, 12))) return is('aiff');
  if (text.startsWith('#!AMR')) return is('amr');
  if (text.startsWith('\0\0\x01\xba')) return is('mpeg-ps');
  if (text.startsWith('\0\0\x01\xb3')) return is('mpeg-video');
  if (isTransportStream(head)) return is('mpeg-ts');
  if (text.startsWith('MThd')) return seems('a MIDI file, notes rather than a recording');
  if (text.startsWith('\x30\x26\xb2\x75\x8e\x66\xcf\x11')) return seems('a Windows Media file');
  if (text.startsWith('.RMF')) return seems('a RealMedia file');
  if (/^#EXTM3U|^\[playlist\]/i.test(text)) return seems('a playlist, which only names recordings');
  // A tag, or a frame of sound, begins with eleven or twelve set bits: the weakest mark of all, so it is
  // checked last.
  const [first = 0, second = 0] = head;
  if (first === 0xff && (second & 0xf6) === 0xf0 && chainOfFrames(head, adtsFrame_bytes)) return is('aac');
  if (first === 0xff && (second & 0xe0) === 0xe0 && chainOfFrames(head, mpegFrame_bytes)) return is('mp3');
  return asAnotherKind(head);
}

/** A format of images is refused by its name. */
function asAnotherKind(head: Buffer): RecordingSignature {
  const known = fileSignature(head);
  const seemsToBe = known.format === null ? known.seemsToBe : `an image (${known.format.toUpperCase()})`;
  return { container: null, seemsToBe };
}

/** Packets of 188 bytes, in AVCHD with four bytes before each. */
function isTransportStream(head: Buffer): boolean {
  return [
    [0, 188],
    [4, 192],
  ].some(([first = 0, step = 188]) => {
    if (head.length < first + step * 4) return false;
    return [0, 1, 2, 3, 4].every(
      (index) => head[first + index * step] === 0x47 || first + index * step >= head.length,
    );
  });
}

/** Whether two frames follow each other, or one fills the whole head. */
function chainOfFrames(head: Buffer, length_bytes: (head: Buffer, at: number) => number): boolean {
  const first = length_bytes(head, 0);
  if (first === 0) return false;
  return first + 4 > head.length || length_bytes(head, first) > 0;
}

/** ISO 13818-7 §6.2: the fixed and variable header. 0 where there is none. */
function adtsFrame_bytes(head: Buffer, at: number): number {
  if (at + 7 > head.length || head[at] !== 0xff || ((head[at + 1] ?? 0) & 0xf6) !== 0xf0) return 0;
  const rate = ((head[at + 2] ?? 0) >> 2) & 0x0f;
  if (rate > 12) return 0;
  return (((head[at + 3] ?? 0) & 3) << 11) | ((head[at + 4] ?? 0) << 3) | ((head[at + 5] ?? 0) >> 5);
}

const mpegRates_hz = [44_100, 48_000, 32_000];
const mpegBitRates_kbit: Readonly<Record<string, readonly number[]>> = {
  '1-1': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** ISO 11172-3 §2.4.2.3. 0 where there is no header. */
function mpegFrame_bytes(head: Buffer, at: number): number {
  const [, second = 0, third = 0] = head.subarray(at, at + 4);
  if (at + 4 > head.length || head[at] !== 0xff || (second & 0xe0) !== 0xe0) return 0;
  const version = (second >> 3) & 3; // 0 is 2.5, 2 is 2, 3 is 1
  const layer = 4 - ((second >> 1) & 3);
  if (version === 1 || layer === 4) return 0;
  const rate_hz = mpegRates_hz[(third >> 2) & 3];
  const kbit = mpegBitRates_kbit[`${version === 3 ? 1 : 2}-${layer}`]?.[(third >> 4) - 1];
  if (rate_hz === undefined || kbit === undefined) return 0;
  const actual_hz = version === 3 ? rate_hz : version === 2 ? rate_hz / 2 : rate_hz / 4;
  const padding = (third >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * kbit) / actual_hz) + padding) * 4;
  const samples = layer === 3 && version !== 3 ? 72_000 : 144_000;
  return Math.floor((samples * kbit) / actual_hz) + padding;
}
