import type { PlainDate } from '../../domain/values/dates.ts';
import { type Columns, col, type Row, type RowOf } from '../database/row.ts';
import { EMPTY, joinCtes, sql } from '../database/sql.ts';
import type { Effect } from '../effects/effect.ts';
import type { KnownEvent } from '../events/emitted-events.ts';
import type { FinalStep } from '../operations/context.ts';
import { lockUseFirst } from './limits.ts';
import { lockedDays } from './locked-periods.ts';
import type { OpenWrite } from './write-call.ts';

/** A part of a write, which is stored before the last statement of the whole. */
export class Part {
  readonly #write: OpenWrite;
  readonly #undo: () => void;
  effect: Effect | null = null;
  bookedOn: readonly PlainDate[] = [];

  constructor(write: OpenWrite) {
    this.#write = write;
    const { jobs, emitted } = write;
    const queued = jobs.length;
    const takeBack = emitted.mark();
    this.#undo = () => {
      jobs.splice(queued);
      takeBack();
    };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  /** Stores it, and remembers what happened with it. A locked period is refused before, so that the transaction goes on. */
  readonly store = async <C extends Columns, S extends object>(
    end: FinalStep<C, S>,
  ): Promise<(RowOf<Row<C>> & S) | null> => {
    const { call, ctx, tx, emitted } = this.#write;
    if (end.secret) throw new Error('A part of a write has no secrets');
    if (!this.#write.hasParts) await lockUseFirst(call, ctx, tx);
    this.#write.hasParts = true;
    const [refusal] = (await lockedDays({ ...ctx, tx }, end.bookedOn ?? [])).values();
    if (refusal) throw refusal;
    const events = emitted.toCompute() ?? sql`null::jsonb`;
    const steps = joinCtes(end.ctes ?? EMPTY, sql`answer as (${end.result})`);
    const [row] = await tx.query(
      end.row.with({ events: col.jsonb<KnownEvent[]>().nullable() }),
      sql`with ${steps} select answer.*, ${events} as events from answer`,
    );
    if (!row) return null;
    emitted.know((row as { events: KnownEvent[] | null }).events ?? []);
    this.effect = end.effect ?? null;
    this.bookedOn = end.bookedOn ?? [];
    return end.row.valuesIn(row) as RowOf<Row<C>> & S;
  };
}
