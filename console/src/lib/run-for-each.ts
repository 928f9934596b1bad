/** Requests at a time: each is a write of its own on the server. */
const AT_ONCE = 4;

export interface Failed<Row> {
  row: Row;
  error: Error;
}

/** Runs the work for every row, a few at a time, and returns those that failed. */
export async function runForEach<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<Failed<Row>[]> {
  const failed: Failed<Row>[] = [];
  const queue = [...rows];
  const next = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const current = row;
      await work(current).catch((error: Error) => void failed.push({ row: current, error }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return failed;
}
