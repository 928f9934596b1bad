import { readdirSync, readFileSync } from 'node:fs';

const TICK_US = 10_000;

/** CPU time of a process so far in microseconds; NaN if the system does not report it. */
export function processCpu(pid: number): number {
  const stat = readStat(pid);
  return stat ? (stat.own + stat.exited) * TICK_US : Number.NaN;
}

/** CPU time of a process and its children, including those that have exited. */
export function processTreeCpu(pid: number): number {
  return childrenCpu(pid).reduce((sum, one) => sum + one, processCpu(pid));
}

/** CPU time of each child of a process. */
export function childrenCpu(pid: number): number[] {
  const children = processIds().flatMap((id) => readStat(id) ?? []);
  return children.filter(({ parent }) => parent === pid).map(({ own, exited }) => (own + exited) * TICK_US);
}

/** CPU time of all processes of the machine. */
export function machineCpu(): number {
  try {
    const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0] =
      readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/).slice(1).map(Number) ?? [];
    return (user + nice + system + interrupts + softInterrupts) * TICK_US;
  } catch {
    return Number.NaN;
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The process name in parentheses may contain spaces, so fields are counted after it. */
function readStat(pid: number): { parent: number; own: number; exited: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields?.[at],
    );
    return { parent, own: user + system, exited: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
