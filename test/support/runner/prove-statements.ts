/**
 * A process that plans every statement on the database that it was not sent to. It begins with the statements of the
 * files that have run so far; the order `ran` says that there are no more. It has the flags of a test worker, under
 * which warm-up.ts has compiled the product.
 */
import { readStatements, unprovenStatements, unsharedStatements } from './statement-coverage.ts';
import { withPlanner } from './statement-proof.ts';
import type { Task } from './worker-pool.ts';

export type Order = readonly Pick<Task, 'file' | 'statements'>[] | 'ran';
/** What proves that a database cannot run a statement. */
export type Answer = string[];

const given = Promise.withResolvers<Exclude<Order, 'ran'>>();
const ran = Promise.withResolvers<void>();
process.on('message', (order: Order) => (order === 'ran' ? ran.resolve() : given.resolve(order)));
process.on('disconnect', () => process.exit());

const tasks = await given.promise;
const found: Answer = await withPlanner('embedded', (embedded) =>
  withPlanner('postgres', async (postgres) => {
    const prove = () => {
      const log = new Map(tasks.map(({ file, statements }) => [file, readStatements(statements)]));
      return unprovenStatements(unsharedStatements(log), { embedded, postgres });
    };
    await prove();
    await ran.promise;
    return prove();
  }),
);
process.send?.(found, () => process.disconnect());
