import { until } from './until.ts';

/** A resource that outlives a test file because later files in this process use it too: a node, a browser. */
interface Shared {
  close(): Promise<void>;
  /** How many servers and child processes it keeps open between two test files. */
  holds(): { servers?: number; processes?: number };
}

const all: Shared[] = [];

/** Registers a resource to be closed after the last test file of the process. */
export function share(shared: Shared): void {
  all.push(shared);
}

export async function closeShared(): Promise<void> {
  for (const { close } of all.splice(0).reverse()) await close();
}

/** Names what a test file has left open besides the shared resources; empty when it has cleaned up. */
export async function leftOpen(patienceMs = 10_000): Promise<string> {
  let left = '';
  const isClean = () => {
    const open = process.getActiveResourcesInfo();
    const held = all.map((shared) => shared.holds());
    const count = (type: string, kind: 'servers' | 'processes') => {
      const more =
        open.filter((one) => one === type).length - held.reduce((sum, one) => sum + (one[kind] ?? 0), 0);
      return more > 0 ? [`${more} ${kind}`] : [];
    };
    left = [...count('TCPServerWrap', 'servers'), ...count('ProcessWrap', 'processes')].join(' and ');
    return left === '';
  };
  await until('what the file has opened is closed', isClean, patienceMs).catch(() => {});
  return left;
}
