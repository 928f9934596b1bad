/**
 * A seeded generator of 32-bit numbers: xoshiro128** with a period of 2^128 - 1. Each request has a generator of its own,
 * seeded by the seed of the run and the request's number, so that a single request can be built again.
 */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number, stream = 0) {
    this.#state = new Uint32Array(4);
    let mixed = (seed ^ Math.imul(stream + 1, 0x9e3779b1)) >>> 0;
    for (let n = 0; n < 4; n++) {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      this.#state[n] = scramble(mixed ^ (stream >>> n));
    }
    // The all-zero state is the only one outside the cycle.
    if (this.#state.every((word) => word === 0)) this.#state[0] = 1;
  }

  next(): number {
    const state = this.#state as Uint32Array & { 0: number; 1: number; 2: number; 3: number };
    const result = Math.imul(rotate(Math.imul(state[1], 5), 7), 9) >>> 0;
    const shifted = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = rotate(state[3], 11);
    return result;
  }

  /** A whole number from 0 to below the bound. */
  below(bound: number): number {
    return Math.floor((this.next() / 2 ** 32) * bound);
  }

  chance(probability: number): boolean {
    return this.next() < probability * 2 ** 32;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** The state as text, for the test of the period. */
  get state(): string {
    return this.#state.join();
  }
}

function rotate(word: number, bits: number): number {
  return ((word << bits) | (word >>> (32 - bits))) >>> 0;
}

/** The finalizer of MurmurHash3: every bit of the input changes about half of the bits of the result. */
function scramble(word: number): number {
  let mixed = word >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
