/** One request from beginning to end. */
export type Attempt = () => Promise<void>;

export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Processor time of the measuring process for each request, in microseconds. */
  clientCpu: number;
}

const MOST = 1_000_000;

/** A closed loop: every worker sends its next request when it has the answer to its last. */
export async function measure(workers: Attempt[], leadMs: number, seconds: number): Promise<Figures> {
  const took = new Float64Array(MOST);
  let count = 0;
  const beginning = performance.now() + leadMs;
  const end = beginning + seconds * 1000;
  let cpuBefore = process.cpuUsage();
  let started = 0;
  const work = async (attempt: Attempt) => {
    // Where one request takes longer than all of the time, it is counted nevertheless.
    for (let [now, own] = [performance.now(), 0]; now < end || own === 0; ) {
      const since = now;
      await attempt();
      now = performance.now();
      if (since < beginning) continue;
      own += 1;
      if (started === 0) {
        started = since;
        cpuBefore = process.cpuUsage();
      }
      if (count < MOST) took[count++] = now - since;
    }
  };
  await Promise.all(workers.map(work));
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = took.subarray(0, count).sort();
  const at = (share: number) => sorted[Math.min(count - 1, Math.floor(count * share))] ?? Number.NaN;
  return {
    perSecond: (count / (performance.now() - started)) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    clientCpu: (user + system) / count,
  };
}
