import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { fail } from '../failures/failure.ts';
import { ConcurrencyLimiter } from '../node/concurrency-limiter.ts';

const argon = promisify(argon2);

/** The parameters of argon2id; memory is in KiB. */
export interface PasswordCost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** OWASP's first recommendation for argon2id. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

const TAG_LENGTH = 32;

/** Each hash takes 19 MiB and a core for a while, so only a few run at once and only so many wait. */
const limiter = new ConcurrencyLimiter(2, { maxWaiting: 64, refuse: () => fail('busy_signing_in') });

/** Hashes passwords in the PHC text form, which carries its cost: a change of cost leaves older hashes valid. */
export class Passwords {
  readonly #cost: PasswordCost;

  /** The cost is no environment variable, so that a deployment cannot lower it by accident. */
  constructor(cost = PASSWORD_COST) {
    this.#cost = cost;
  }

  async hash(password: string): Promise<string> {
    const nonce = randomBytes(16);
    const parameters = { message: password, nonce, ...this.#cost, tagLength: TAG_LENGTH };
    return this.#format(nonce, await limiter.run(() => argon('argon2id', parameters)));
  }

  /**
   * Whether the password is the one that was hashed. Null means that no such user exists; a dummy hash is then
   * checked, so that the time of the answer does not tell which usernames exist.
   */
  async matches(password: string, hashed: string | null): Promise<boolean> {
    const dummy = () => this.#format(Buffer.alloc(16), Buffer.alloc(TAG_LENGTH));
    const [, , , costs = '', salt = '', expected = ''] = (hashed ?? dummy()).split('$');
    const [memory = 0, passes = 0, parallelism = 0] = costs.split(',').map((one) => Number(one.slice(2)));
    const tag = Buffer.from(expected, 'base64');
    const nonce = Buffer.from(salt, 'base64');
    const parameters = { message: password, nonce, memory, passes, parallelism, tagLength: tag.length };
    return timingSafeEqual(await limiter.run(() => argon('argon2id', parameters)), tag) && hashed !== null;
  }

  #format(nonce: Buffer, tag: Buffer): string {
    const { memory, passes, parallelism } = this.#cost;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
