import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP archive by their names, read by its directory as other programs do. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameSize, offset] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.subarray(at + 46, at + 46 + nameSize).toString();
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const bytes = inflateRawSync(archive.subarray(start, start + packed));
    assert.deepEqual(
      [crc32(bytes), bytes.length],
      [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)],
      name,
    );
    files.set(name, bytes);
    at += 46 + nameSize;
  }
  return files;
}
