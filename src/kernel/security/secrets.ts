import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { ConcurrencyLimiter } from '../concurrency-limiter.ts';

/** A key of 32 random bytes. It has full entropy, so a fast hash is enough to store it. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

export function digest(secret: string | Uint8Array): Buffer {
  return hash('sha256', secret, 'buffer');
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Signs links and encrypts stored answers with the installation's secret (KVITT_SECRET). */
export class Secrets {
  readonly #signing: Buffer;
  readonly #sealing: Buffer;

  constructor(secret: string) {
    this.#signing = derive(secret, 'sign');
    this.#sealing = derive(secret, 'seal');
  }

  sign(purpose: string, value: string): string {
    return createHmac('sha256', this.#signing)
      .update(`${purpose}\0${value}`)
      .digest('base64url')
      .slice(0, 32);
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
    const cipher = createDecipheriv('aes-256-gcm', this.#sealing, bytes.subarray(0, 12));
    cipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString());
  }
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'kvitt', purpose, 32));
}

const argon = promisify(argon2);
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Each hash takes 19 MiB and a core for a while, so concurrency and queue are bounded. */
const turns = new ConcurrencyLimiter(2, 64, 'busy_signing_in');

/** argon2id at OWASP's first recommended cost, in the usual PHC text form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await turns.run(() => argon('argon2id', { message: password, nonce, ...COST }));
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** The hash of no password. It is checked where there is no user, so that timing does not reveal usernames. */
const NOBODYS = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`;

/** Whether the password matches the hash. Null stands for a user that does not exist. */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  const [, , , costs = '', salt = '', expected = ''] = (hashed ?? NOBODYS).split('$');
  const [memory = 0, passes = 0, parallelism = 0] = costs.split(',').map((one) => Number(one.slice(2)));
  const tagLength = Buffer.from(expected, 'base64').length;
  const nonce = Buffer.from(salt, 'base64');
  const tag = await turns.run(() =>
    argon('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength }),
  );
  return sameBytes(tag, Buffer.from(expected, 'base64')) && hashed !== null;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
