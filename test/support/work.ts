/** Milliseconds of processor time that the work took on this thread: the same whatever else the machine does. */
export function worked(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
