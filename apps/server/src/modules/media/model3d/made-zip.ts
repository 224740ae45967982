import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip for tests, with false claims where a test needs them. */
export interface MadeEntry {
  name: string;
  data?: Buffer | string;
  /** The mode of a file under Unix, with its kind. */
  mode?: number;
  isEncrypted?: boolean;
  /** The unpacked size that the table claims. */
  claims_bytes?: number;
  crc?: number;
  /** It refers to the bytes of the previous entry. */
  isShared?: boolean;
}

/** Makes a zip byte by byte (PKWARE APPNOTE 4.3), so that it can have faults that no program writes. */
export function madeZip(entries: readonly MadeEntry[]): Buffer {
  const files: Buffer[] = [];
  const table: Buffer[] = [];
  let at = 0;
  let start = 0;
  for (const { name, data = '', mode = 0, isEncrypted = false, isShared = false, ...lies } of entries) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const same = Buffer.alloc(24);
    same.writeUInt16LE(20, 0);
    same.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2);
    same.writeUInt16LE(8, 4);
    same.writeUInt32LE(lies.crc ?? crc32(bytes), 10);
    same.writeUInt32LE(packed.length, 14);
    same.writeUInt32LE(lies.claims_bytes ?? bytes.length, 18);
    same.writeUInt16LE(nameBytes.length, 22);
    if (!isShared) {
      start = at;
      files.push(Buffer.from('PK\x03\x04', 'latin1'), same, Buffer.alloc(2), nameBytes, packed);
      at += 4 + 24 + 2 + nameBytes.length + packed.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode * 65_536) >>> 0, 6);
    rest.writeUInt32LE(start, 10);
    const madeBy = Buffer.from([20, mode === 0 ? 0 : 3]);
    table.push(Buffer.from('PK\x01\x02', 'latin1'), madeBy, same, Buffer.alloc(2), rest, nameBytes);
  }
  const tables = Buffer.concat(table);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(tables.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, tables, end]);
}
