import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Hmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type PasswordCost, Passwords } from './passwords.ts';

/** A key of 32 random bytes. It has full entropy, so a fast hash is enough to store it. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Signs links and encrypts stored answers with the installation's secret (KVITT_SECRET). */
export class Secrets {
  readonly #signing: Buffer;
  readonly #sealing: Buffer;
  readonly passwords: Passwords;

  constructor(secret: string, passwordCost?: PasswordCost) {
    this.passwords = new Passwords(passwordCost);
    this.#signing = derive(secret, 'sign');
    this.#sealing = derive(secret, 'seal');
  }

  sign(purpose: string, value: string): string {
    return createHmac('sha256', this.#signing)
      .update(`${purpose}\0${value}`)
      .digest('base64url')
      .slice(0, 32);
  }

  /** An HMAC of data that is too long to have in memory, under a key of its own. */
  createMac(purpose: string): Hmac {
    return createHmac('sha256', createHmac('sha256', this.#signing).update(`mac\0${purpose}`).digest());
  }

  isSigned(purpose: string, value: string, signature: string): boolean {
    return sameBytes(Buffer.from(this.sign(purpose, value)), Buffer.from(signature));
  }

  seal(value: unknown): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce);
    const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  }

  unseal(sealed: string): unknown {
    const bytes = Buffer.from(sealed, 'base64');
    // Decoding stops at the padding, so a text with more behind it would pass as the same value.
    if (bytes.toString('base64') !== sealed) throw new Error('The sealed value was changed');
    const nonce = bytes.subarray(0, 12);
    const cipher = createDecipheriv('aes-256-gcm', this.#sealing, nonce, { authTagLength: 16 });
    cipher.setAuthTag(bytes.subarray(12, 28));
    try {
      return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString());
    } catch (cause) {
      throw new Error('The value was changed, or was sealed under another KVITT_SECRET', { cause });
    }
  }

  /** Null where the text was sealed under another secret, as after the operator has changed it. */
  tryUnsealText(sealed: string): string | null {
    try {
      return this.unseal(sealed) as string;
    } catch {
      return null;
    }
  }
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'kvitt', purpose, 32));
}
