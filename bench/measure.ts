/** One request from start to end. */
export type Attempt = () => Promise<void>;

export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU time of the measuring process per request, in microseconds. */
  clientCpu: number;
}

const MAX_SAMPLES = 1_000_000;

/** A closed loop: every worker sends its next request after the response to its last. */
export async function measure(workers: Attempt[], rampUpMs: number, seconds: number): Promise<Figures> {
  const durations = new Float64Array(MAX_SAMPLES);
  let count = 0;
  const measureFrom = performance.now() + rampUpMs;
  const end = measureFrom + seconds * 1000;
  let cpuBefore = process.cpuUsage();
  let started = 0;
  const work = async (attempt: Attempt) => {
    // At least one request per worker is counted, even if it takes longer than the whole round.
    for (let [now, ownCount] = [performance.now(), 0]; now < end || ownCount === 0; ) {
      const since = now;
      await attempt();
      now = performance.now();
      if (since < measureFrom) continue;
      ownCount += 1;
      if (started === 0) {
        started = since;
        cpuBefore = process.cpuUsage();
      }
      if (count < MAX_SAMPLES) durations[count++] = now - since;
    }
  };
  await Promise.all(workers.map(work));
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = durations.subarray(0, count).sort();
  const at = (share: number) => sorted[Math.min(count - 1, Math.floor(count * share))] ?? Number.NaN;
  return {
    perSecond: (count / (performance.now() - started)) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    clientCpu: (user + system) / count,
  };
}
