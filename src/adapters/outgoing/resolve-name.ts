import { lookup } from 'node:dns/promises';
import { ConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts';

export type Resolve = (name: string) => Promise<string[]>;

/** The system resolver blocks one of the few threads that files and passwords need too. */
const limiter = new ConcurrencyLimiter(2);

/** All addresses of a name by the system resolver; empty where it has none. */
export async function resolveName(name: string): Promise<string[]> {
  try {
    const found = await limiter.run(() => lookup(name, { all: true }));
    return found.map(({ address }) => address);
  } catch {
    return [];
  }
}
