import { lookup } from 'node:dns/promises';

export type Resolve = (name: string) => Promise<string[]>;

/** The system resolver blocks one of the few threads that files and passwords need too. */
const MAX_LOOKUPS = 2;
const waiting: (() => void)[] = [];
let running = 0;

/** All addresses of a name by the system resolver; empty where it has none. */
export async function resolveName(name: string): Promise<string[]> {
  if (running >= MAX_LOOKUPS) await new Promise<void>((start) => waiting.push(start));
  else running += 1;
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
