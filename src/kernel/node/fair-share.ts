/**
 * Whether an account may take one more place of a pool that all accounts share: as long as it holds fewer than are free
 * (dynamic threshold). As places are given back, n greedy accounts come to equal shares, and as much as one of them holds
 * stays free for the next account.
 */
export function hasShare({ held, free }: { held: number; free: number }): boolean {
  return held < free;
}
