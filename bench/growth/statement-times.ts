import pg from 'pg';

type Done = (...result: unknown[]) => void;
type Query = (this: pg.Client, query: unknown, ...rest: unknown[]) => unknown;

// The type of the driver has an overload for each way to call it; the stopwatch passes on any of them.
const driver = pg.Client.prototype as unknown as { query: Query };

/**
 * How many milliseconds the statements take that the service in this process sends while the work runs: from sending each until its
 * result is here. The service has one session, so that no two of them run at once.
 */
export async function timeStatements(work: () => Promise<unknown>): Promise<number> {
  const { query } = driver;
  let total = 0;
  driver.query = function (sent, ...rest) {
    const done = rest.at(-1);
    if (typeof done !== 'function') return query.call(this, sent, ...rest);
    const since = performance.now();
    const timed: Done = (...result) => {
      total += performance.now() - since;
      (done as Done)(...result);
    };
    return query.call(this, sent, ...rest.slice(0, -1), timed);
  };
  try {
    await work();
  } finally {
    driver.query = query;
  }
  return total;
}
