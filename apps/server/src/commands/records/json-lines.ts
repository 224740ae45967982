import { RefusedRow, type ReadRow } from './refused-row.ts';
import { textOf } from './utf8.ts';

/** No record is longer; a line that is was never one. */
export const ROW_MAX_BYTES = 4 * 1024 * 1024;

const LF = 0x0a;

/** The lines of a stream of bytes, without their ends; of one that is too long an empty one, marked. */
async function* lines(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ line: Buffer; tooLong: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    // What is over the measure is counted, not kept.
    if (length <= ROW_MAX_BYTES) parts.push(part);
    else parts = [];
  };
  const taken = () => {
    const result = { line: Buffer.concat(parts), tooLong: length > ROW_MAX_BYTES };
    parts = [];
    length = 0;
    return result;
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      take(chunk.subarray(from, end));
      yield taken();
      from = end + 1;
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield taken();
}

function parsed(line: Buffer): Record<string, unknown> {
  const text = textOf(line, 'the row');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RefusedRow(
      `The line is not JSON (${error instanceof Error ? error.message : String(error)}).`,
      'Each line must be one whole JSON object.',
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RefusedRow('The line is not a JSON object.', 'Each line must be one whole JSON object.');
  }
  return value as Record<string, unknown>;
}

/** The objects of JSON Lines; blank lines are passed over. */
export async function* readJsonLines(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<ReadRow<Record<string, unknown>>> {
  let row = 0;
  for await (const { line, tooLong } of lines(bytes)) {
    row += 1;
    if (!tooLong && /^\s*$/.test(line.toString('latin1', 0, 64)) && line.toString('latin1').trim() === '')
      continue;
    const size_bytes = line.length;
    try {
      if (tooLong) {
        throw new RefusedRow(
          `The line is longer than ${ROW_MAX_BYTES / 1024 / 1024} MiB.`,
          'Look whether line ends are missing.',
        );
      }
      yield { row, size_bytes, content: parsed(line) };
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      yield { row, size_bytes, content: error };
    }
  }
}
