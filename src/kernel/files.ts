import { digest } from './secrets.ts';

export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** A file as it came over the wire. Written as JSON it is its name and digest, never its bytes. */
export class UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: Buffer;

  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.bytes = bytes;
    this.sha256 = digest(bytes);
  }

  toJSON() {
    return { name: this.name, sha256: this.sha256.toString('hex') };
  }
}
