const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Cleans up after the work however it ends, also when the process is told to. */
export async function withCleanup<T>(clean: () => void, work: () => Promise<T>): Promise<T> {
  const ended = (signal: NodeJS.Signals) => {
    clean();
    // Nobody listens any more, so this ends the process as it would have ended without us.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, ended);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, ended);
    clean();
  }
}
