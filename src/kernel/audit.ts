import type { Caller } from './context.ts';
import type { Database } from './database/database.ts';
import { bigint, emptyRow, row } from './database/row.ts';
import { sql } from './database/sql.ts';
import type { Insert } from './database/table.ts';
import { auditLog } from './database/tables.ts';
import type { Kernel } from './execute.ts';

/** Records a call that wrote nothing itself; writes carry their row in their own transaction. */
export async function recordCall(
  kernel: Kernel,
  caller: Caller,
  action: string,
  target: string | null,
): Promise<void> {
  const record = auditRecord(caller, { action, target, outcome: 'ok' }, kernel.clock);
  await kernel.db.query(emptyRow, auditLog.insert(record));
}

/** A call that changed nothing: a read, or one that was refused. */
export interface AuditEntry {
  action: string;
  target: string | null;
  /** `ok`, or the code of the refusal. */
  outcome: string;
}

type AuditRecord = Insert<typeof auditLog.columns>;

interface PendingEntry {
  record: AuditRecord;
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
  record(caller: Caller, entry: AuditEntry): Promise<number> {
    const target = entry.target === null ? null : storable(entry.target);
    const record = auditRecord(caller, { ...entry, target }, this.#clock);
    return new Promise((done, failed) => {
      this.#waiting.push({ record, done, failed });
      if (!this.#busy) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        const ids = await this.#insert(batch.map(({ record }) => record));
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
  async #insert(records: readonly AuditRecord[]): Promise<number[]> {
    const rows = await this.#db.query(
      row({ new_id: bigint() }),
      sql`with asynchronous as (select set_config('synchronous_commit', 'off', true)),
      numbered as (
        select nextval('audit_log_id_seq') as new_id, ordinality, ${auditEntry.list('record')}
        from asynchronous,
          jsonb_populate_recordset(null::audit_log, ${JSON.stringify(records)}::jsonb) with ordinality record),
      inserted as (
        insert into audit_log (${auditEntry.list()}, id) overriding system value
        select ${auditEntry.list()}, new_id from numbered)
      select new_id from numbered order by ordinality`,
    );
    return rows.map(({ new_id }) => new_id);
  }
}

const auditEntry = auditLog.omit('id', 'person_id');

function auditRecord(caller: Caller, entry: AuditEntry, clock: () => Date): AuditRecord {
  const { account, via, agentId: agent_id = null, ip, requestId: request_id, now: at = clock() } = caller;
  return { account_id: account.id, at, via, agent_id, ...entry, ip, request_id };
}

const MAX_TARGET = 100;

/** Cleans a target, which is client input: one text that the database refuses would fail the whole batch. */
function storable(target: string): string {
  return target.replaceAll('\0', '').slice(0, MAX_TARGET).toWellFormed();
}
