import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG (PNG specification, 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/**
 * A picture of one colour, 8 bits RGB, where the tests need any image at all.
 * @param colour red, green, blue, 0 to 255
 */
export function madePng(width_px = 32, height_px = 24, colour: readonly number[] = [180, 60, 30]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width_px, 0);
  header.writeUInt32BE(height_px, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.concat(Array.from({ length: width_px }, () => Buffer.from(colour))),
  ]);
  const rows = Buffer.concat(Array.from({ length: height_px }, () => row));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
