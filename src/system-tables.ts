import { keysOf } from './domain/values/records.ts';
import { cronTasks, handlers } from './jobs/all.ts';
import { rolesFor } from './kernel/access/access.ts';
import type { Operation } from './kernel/operations/operation.ts';
import type { SystemTables } from './kernel/operations/system-tables.ts';
import { routes as agentRoutes } from './surfaces/agent/routes.ts';
import { operations } from './surfaces/console/routes.ts';
import { routes as credentialRoutes } from './surfaces/credential/routes.ts';

/** What the service does, for the system description. */
export function systemTables(): SystemTables {
  const routed = [...credentialRoutes, ...agentRoutes].map(({ operation }) => operation);
  const writes = [...routed, ...Object.values(operations)].flatMap((one: Operation) =>
    one.kind === 'write'
      ? [{ name: one.name, summary: one.summary, roles: rolesFor(one), books: one.books === true }]
      : [],
  );
  const cron = cronTasks(async () => null).map(({ name, everySeconds }) => ({ name, everySeconds }));
  return {
    writes: [...new Map(writes.map((one) => [one.name, one])).values()],
    cron,
    jobs: keysOf(handlers),
  };
}
