import { readFileSync } from 'node:fs';

export interface ProcessUsage {
  memoryMb: number;
  cpuSeconds: number;
}

/** Linux reports times in these units to programs, whatever the kernel uses inside. */
const TICKS_PER_SECOND = 100;

/** Memory and processor time of another process; null where /proc does not exist or the process has ended. */
export function processUsage(pid: number): ProcessUsage | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    // The name of the process comes second, in parentheses, and may contain blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { memoryMb: kilobytes / 1024, cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}
