import { readdirSync, readFileSync } from 'node:fs';

const TICK_US = 10_000;

/** Microseconds of processor time that a process has used so far; NaN where the system does not tell. */
export function cpuOf(pid: number): number {
  const stat = statOf(pid);
  return stat ? (stat.own + stat.ended) * TICK_US : Number.NaN;
}

/** The same of a process together with its children, those that have ended included. */
export function cpuOfFamily(pid: number): number {
  const children = processIds().flatMap((id) => statOf(id) ?? []);
  return children
    .filter(({ parent }) => parent === pid)
    .reduce((sum, { own, ended }) => sum + (own + ended) * TICK_US, cpuOf(pid));
}

/** The same of everything that runs on the machine. */
export function cpuOfMachine(): number {
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

/** The name in parentheses may hold spaces; the fields after it are counted from there. */
function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields?.[at],
    );
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
