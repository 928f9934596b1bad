import { digest } from '../node/digest.ts';

/** An uploaded file. As JSON it is its name and digest, never its bytes, so that fingerprints stay small. */
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
