import type { Database } from '../database/database.ts';
import type { Queryable } from '../database/queryable.ts';
import { col, emptyRow, row } from '../database/row.ts';
import { sql } from '../database/sql.ts';
import type { Insert } from '../database/table.ts';
import type { EffectSummary } from '../effects/effect-schema.ts';
import type { Caller } from './caller.ts';
import type { Kernel } from './kernel.ts';
import { auditLog } from './tables.ts';

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
    const [action, target] = [storable(entry.action), entry.target === null ? null : storable(entry.target)];
    const record = auditRecord(caller, { ...entry, action, target }, this.#clock);
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
      row({ new_id: col.bigint() }),
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
  return { ...auditedCaller(caller), at: caller.now ?? clock(), ...entry };
}

/** Who has called, as every audit row says it. */
export function auditedCaller({ account, via, agentId, ip, requestId }: Caller) {
  return { account_id: account.id, via, agent_id: agentId ?? null, ip, request_id: requestId };
}

/** Records a call that was rehearsed, which is all that is kept of it. Returns the id of the row. */
export async function recordRehearsal(
  db: Queryable,
  caller: Caller,
  entry: {
    action: string;
    target: string | null;
    at: Date;
    effect: EffectSummary | null;
    agent_id?: string | null;
  },
): Promise<number> {
  const by = { ...auditedCaller(caller), person_id: caller.person?.id ?? null };
  const record = { ...by, ...entry, outcome: 'dry_run' };
  const [stored] = await db.query(auditLog.pick('id'), sql`${auditLog.insert(record)} returning id`);
  if (!stored) throw new Error('An insert without a condition returns its row');
  return stored.id;
}

const MAX_LENGTH = 100;

/**
 * Cleans an action or a target, which a client may have named: one text that the database refuses would fail the whole
 * batch.
 */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_LENGTH).toWellFormed();
}
