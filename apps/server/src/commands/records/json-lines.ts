import { boundedLines } from '../bounded-lines.ts';
import { RefusedRow, type ReadRow } from './refused-row.ts';
import { repeatedKey } from './repeated-key.ts';
import { textOf } from './utf8.ts';

/** The limit of a line; a longer one is no record. */
export const ROW_MAX_BYTES = 4 * 1024 * 1024;

/** The position of a parser's error: its message is for programmers, and differs by version. */
function whereIn(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON|unterminated/i.test(message)) return ': it ends too early';
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : `: it can't be read from its character ${Number(position) + 1} on`;
}

function parsed(line: Buffer): Record<string, unknown> {
  const text = textOf(line, 'the row');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RefusedRow(
      `The line is not JSON${whereIn(error)}.`,
      'Each line must be one whole JSON object.',
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RefusedRow('The line is not a JSON object.', 'Each line must be one whole JSON object.');
  }
  const twice = repeatedKey(text);
  if (twice !== undefined) {
    throw new RefusedRow(
      `The name "${twice.slice(0, 60)}" stands twice in one object.`,
      'Write several values of a name as a list: "name": ["a", "b"].',
    );
  }
  return value as Record<string, unknown>;
}

/** The objects of JSON Lines; blank lines are skipped. */
export async function* readJsonLines(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<ReadRow<Record<string, unknown>>> {
  let row = 0;
  for await (const { line, tooLong } of boundedLines(bytes, ROW_MAX_BYTES)) {
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
