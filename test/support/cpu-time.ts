/** Measures the processor time of this thread in milliseconds, which does not depend on the load of the machine. */
export async function measureCpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
