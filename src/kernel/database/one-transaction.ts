import pg from 'pg';
import { type Outcome, runPrepared, runTogether } from './prepared-query.ts';
import type { DescribedQuery } from './row.ts';

export type Connect = () => Promise<pg.PoolClient>;

/**
 * Runs a statement that is its own transaction. The pool's own `query` would close the connection of a statement that
 * violates a constraint or meets another transaction, and with it all plans that the session keeps.
 */
export async function runOnce(connect: Connect, query: DescribedQuery): Promise<pg.QueryResult> {
  const client = await connect();
  try {
    const result = await runPrepared(client, query);
    client.release();
    return result;
  } catch (error) {
    client.release(!leavesSession(error));
    throw error;
  }
}

/** Runs several statements as one transaction. Null where the database has refused one of them, and so has done nothing. */
export async function runAllOnce(
  connect: Connect,
  queries: readonly DescribedQuery[],
): Promise<Outcome[] | null> {
  const client = await connect();
  try {
    const outcomes = await runTogether(client, queries);
    client.release();
    return outcomes;
  } catch (error) {
    client.release(!leavesSession(error));
    // Only an answer of the server says that nothing was committed; of a lost connection nobody knows.
    if (error instanceof pg.DatabaseError && !isConnectionTrouble(error)) return null;
    throw error;
  }
}

/** Whether it was only the statement: a violated constraint, a conflict with another transaction, or a lock that was not free in time. */
function leavesSession(error: unknown): boolean {
  return /^(23|40|55P03)/.test((error as { code?: string }).code ?? '');
}

/**
 * SQLSTATE classes 08 (connection), 28 (login refused, as while a password is changed), 53 (resources) and 57P
 * (shutdown), 25006 (read-only, as after a failover), socket errors, and the pool's own.
 */
export function isConnectionTrouble({ code = '', message = '' }: Problem): boolean {
  return (
    /^(08|25006|28|53|57P|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ENOENT$|3D000$)/.test(code) ||
    /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|The embedded database stopped|Client has encountered a connection error)/.test(
      message,
    )
  );
}

interface Problem {
  code?: string | undefined;
  message?: string;
}
