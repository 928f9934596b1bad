import type { Caller } from './context.ts';
import type { Database } from './database/database.ts';
import { sql } from './database/sql.ts';
import type { Kernel } from './execute.ts';

/** Records a call that wrote nothing itself; writes carry their row in their own transaction. */
export async function recordCall(
  kernel: Kernel,
  caller: Caller,
  action: string,
  target: string | null,
): Promise<void> {
  const { account, via, agentId = null, ip, requestId, now = kernel.clock() } = caller;
  await kernel.db.query(sql`
    insert into audit_log (account_id, at, via, agent_id, action, target, outcome, ip, request_id)
    values (${account.id}, ${now}, ${via}, ${agentId}, ${action}, ${target}, 'ok', ${ip}, ${requestId})`);
}

/** A call that changed nothing: a read, or one that was refused. */
export interface AuditEntry {
  action: string;
  target: string | null;
  /** `ok`, or the code of the refusal. */
  outcome: string;
}

interface PendingEntry {
  row: object;
  done(id: number): void;
  failed(error: unknown): void;
}

const MAX_BATCH = 500;

/**
 * Writes the audit rows of calls that change nothing, in batches: while one insert runs, the rows of other calls are
 * collected for the next one, so concurrent reads share round trips and commits. A call is answered after its row is
 * stored.
 */
export class AuditTrail {
  readonly #db: Database;
  readonly #clock: () => Date;
  #waiting: PendingEntry[] = [];
  #busy = false;

  constructor(db: Database, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns the id of the row. */
  record(caller: Caller, { action, target, outcome }: AuditEntry): Promise<number> {
    const { account, via, agentId = null, ip, requestId } = caller;
    const at = caller.now ?? this.#clock();
    const named = target === null ? null : storable(target);
    const row = {
      account: account.id,
      at,
      via,
      agent: agentId,
      action,
      target: named,
      outcome,
      ip,
      requestId,
    };
    return new Promise((done, failed) => {
      this.#waiting.push({ row, done, failed });
      if (!this.#busy) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        const ids = await this.#insert(batch.map(({ row }, n) => ({ ...row, n })));
        batch.forEach(({ done }, n) => {
          done(ids[n] ?? 0);
        });
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#busy = false;
  }

  /**
   * Ids are drawn from the sequence first and joined to the rows, so that each call gets its own. The commit is
   * asynchronous: no books were changed, and a server that crashes loses less than a second of such rows.
   */
  async #insert(rows: object[]): Promise<number[]> {
    const made = await this.#db.query<{ id: number }>(sql`
      with eased as (select set_config('synchronous_commit', 'off', true)),
      numbered as (
        select r.*, nextval('audit_log_id_seq') as id
        from eased, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n integer, account bigint, at timestamptz,
          via text, agent text, action text, target text, outcome text, ip text, "requestId" text)),
      kept as (
        insert into audit_log (account_id, id, at, via, agent_id, action, target, outcome, ip, request_id)
        overriding system value
        select account, id, at, via, agent, action, target, outcome, ip, "requestId" from numbered)
      select id from numbered order by n`);
    return made.map(({ id }) => id);
  }
}

const MAX_TARGET = 100;

/** Cleans a target, which is client input: one text that the database refuses would fail the whole batch. */
function storable(target: string): string {
  return target.replaceAll('\0', '').slice(0, MAX_TARGET).toWellFormed();
}
