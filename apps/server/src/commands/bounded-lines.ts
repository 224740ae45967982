const LF = 0x0a;

/**
 * The lines of a stream of bytes, without their line feeds. A line over the limit is empty and marked. No
 * more than the limit of a line is kept in memory.
 */
export async function* boundedLines(
  bytes: AsyncIterable<Buffer>,
  max_bytes: number,
): AsyncGenerator<{ line: Buffer; tooLong: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    // Bytes over the limit are counted, not kept.
    if (length <= max_bytes) parts.push(part);
    else parts = [];
  };
  const taken = () => {
    const result = { line: Buffer.concat(parts), tooLong: length > max_bytes };
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
