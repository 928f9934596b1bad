import { until } from './until.ts';

/** Things that outlive a test file because the next one in this process may use them: nodes, a browser. */
interface Shared {
  close(): Promise<void>;
  /** How many servers and child processes it keeps open between two test files. */
  holds(): { servers?: number; processes?: number };
}

const all: Shared[] = [];

/** Has something closed when the process has run its last test file. */
export function share(shared: Shared): void {
  all.push(shared);
}

export async function closeShared(): Promise<void> {
  for (const { close } of all.splice(0).reverse()) await close();
}

/** What a test file has left open beside the shared things; empty when it has cleaned up. */
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
