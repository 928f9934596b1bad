import { seededRandom } from '../random-books.ts';
import type { SmtpBehaviour } from '../smtp.ts';
import { type Behaviour, FAULTY } from './gate.ts';

/** What can go wrong at a call, and how often, relative to the others. */
const WEIGHTS = {
  /** The client is gone before the answer comes, and asks again. */
  'lost answer': 8,
  /** The same call is sent to two nodes at the same moment. */
  'sent twice': 6,
  'killed node': 5,
  'crashed database': 2,
  /** A standby takes over from the server that takes writes. */
  failover: 2,
  'full disk': 1,
  /** It does not answer for some seconds. */
  'frozen disk': 2,
  'moved clock': 1,
  'mail server': 4,
  bank: 3,
  'card provider': 2,
  hub: 3,
  'tax office': 1,
} as const;

export type FaultKind = keyof typeof WEIGHTS;

export const FAULT_KINDS = Object.keys(WEIGHTS) as FaultKind[];

export interface Fault {
  kind: FaultKind;
  /** Which node it happens to. */
  node: number;
  /** How long after the call was sent. */
  delayMs: number;
  /** For how many calls it lasts. */
  calls: number;
  mail: SmtpBehaviour;
  service: Behaviour;
  clockHours: number;
}

const MAIL: readonly SmtpBehaviour[] = ['refuses', 'busy', 'hangs after DATA', 'dies in DATA'];

/** The faults of a seed: which call each happens at is the same in every run. */
export class FaultPlan {
  readonly #random: () => number;
  readonly #percent: number;
  readonly #kinds: readonly FaultKind[];

  /** `percent`: of how many calls in a hundred something goes wrong. */
  constructor(seed: number, percent: number, kinds: readonly FaultKind[]) {
    this.#random = seededRandom(seed + 7919);
    this.#percent = percent;
    this.#kinds = kinds.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));
  }

  /** What goes wrong at the next call; null: nothing. */
  next(): Fault | null {
    const isFault = this.#random() * 100 < this.#percent;
    const fault = {
      kind: this.#pick(this.#kinds),
      node: this.#whole(0, 1),
      delayMs: this.#whole(0, 25),
      calls: this.#whole(1, 12),
      mail: this.#pick(MAIL),
      service: this.#pick(FAULTY),
      // A key of a call is remembered for a day.
      clockHours: this.#whole(-9, 9),
    };
    return isFault ? fault : null;
  }

  #whole(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from + 1));
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#whole(0, list.length - 1)] as T;
  }
}
