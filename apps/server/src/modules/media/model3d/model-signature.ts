import { open } from 'node:fs/promises';
import { fileSignature } from '../image/file-signature.ts';
import { ModelRefused } from './model-refused.ts';

export type ModelFormat = 'zip' | 'obj' | 'glb';

const head_bytes = 65_536;

/**
 * Determines the format of a model by its beginning (spec/decisions.md §6: not by its name).
 * @throws ModelRefused for other files
 */
export async function modelSignature(path: string): Promise<ModelFormat> {
  const { head, size_bytes } = await headOf(path);
  if (size_bytes === 0) throw ModelRefused.for('empty-file', {});
  const start = head.toString('latin1', 0, 4);
  // An empty zip consists only of its end record.
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return 'zip';
  if (start === 'glTF') {
    const declared_bytes = head.length < 12 ? Infinity : head.readUInt32LE(8);
    if (declared_bytes > size_bytes) throw ModelRefused.for('truncated', {});
    return 'glb';
  }
  if (looksLikeObj(head)) return 'obj';
  throw ModelRefused.for('not-a-model', { seemsToBe: otherKind(head) });
}

/** Accepts text with the beginning of a material. @throws ModelRefused for other files */
export async function judgeMaterial(path: string): Promise<void> {
  const { head, size_bytes } = await headOf(path);
  if (size_bytes === 0) throw ModelRefused.for('empty-file', {});
  if (!head.includes(0) && /^[ \t]*newmtl\b/im.test(head.toString('latin1'))) return;
  const seemsToBe = looksLikeObj(head) ? 'the model itself (.obj)' : otherKind(head);
  throw ModelRefused.for('not-a-material', { seemsToBe });
}

function otherKind(head: Buffer): string {
  const signature = fileSignature(head);
  return signature.format === null ? signature.seemsToBe : `a picture (${signature.format})`;
}

/** Text in which most lines begin like those of an OBJ. */
function looksLikeObj(head: Buffer): boolean {
  if (head.includes(0)) return false;
  const lines = head
    .toString('latin1')
    .replace(/\\\r?\n/g, ' ')
    .split(/[\r\n]+/);
  // The last line may be incomplete.
  if (lines.length > 1) lines.pop();
  const content = lines.filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  const known = content.filter((line) =>
    /^\s*(v|vt|vn|vp|f|fo|l|p|g|o|s|mg|usemtl|mtllib|deg|cstype|curv2?|surf|parm|end|usemap|maplib)(\s|$)/.test(
      line,
    ),
  );
  // A long head of comments proves nothing: the first corner or face decides.
  if (content.length === 0) return head.length === head_bytes && /^#/.test(lines[0]?.trim() ?? '');
  return known.length >= content.length * 0.9;
}

async function headOf(path: string): Promise<{ head: Buffer; size_bytes: number }> {
  const file = await open(path, 'r');
  try {
    const size_bytes = (await file.stat()).size;
    const head = Buffer.alloc(Math.min(head_bytes, size_bytes));
    await file.read(head, 0, head.length, 0);
    return { head, size_bytes };
  } finally {
    await file.close();
  }
}
