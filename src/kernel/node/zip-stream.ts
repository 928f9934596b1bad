import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { ZipDirectory } from '../../domain/files/zip.ts';

/** A file of an archive; its bytes are read when its turn comes. */
export interface StreamedFile {
  name: string;
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

type Files = AsyncIterable<StreamedFile> | Iterable<StreamedFile>;

/** Packs files into a ZIP archive while it is sent. One chunk of one file is in memory at a time. */
export async function* zipStream(files: Files): AsyncGenerator<Uint8Array> {
  const directory = new ZipDirectory({ isDeflated: true, isStreamed: true });
  for await (const { name, chunks } of files) {
    const file = { name, crc: 0, size: 0, packed: 0 };
    yield directory.head(file);
    const count = async function* () {
      for await (const chunk of chunks) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        file.crc = crc32(bytes, file.crc);
        file.size += bytes.length;
        yield bytes;
      }
    };
    const packer = createDeflateRaw();
    // A failure to read a file destroys the packer, so the loop below throws it.
    pipeline(Readable.from(count()), packer).catch(() => undefined);
    for await (const packed of packer) {
      file.packed += packed.length;
      yield packed;
    }
    yield directory.tail(file);
  }
  yield directory.end();
}
