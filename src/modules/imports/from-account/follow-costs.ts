import { mayCost } from '../../../domain/costs/cost-states.ts';
import {
  isWaitingCost,
  paidOfCost,
  type SourceRecord,
  toCostRow,
} from '../../../domain/imports/other-account.ts';
import { decimal, fixed2, ZERO } from '../../../domain/values/money.ts';
import { noAnswer } from '../../../kernel/database/no-answer.ts';
import { joinCtes, type Sql } from '../../../kernel/database/sql.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { judgeRow } from '../../../kernel/operations/record-import.ts';
import { listPaidByBank } from '../../bank/paid-costs-store.ts';
import { setPaidCte } from '../../costs/payable-store.ts';
import { resolveCostRate, toCostState } from '../../costs/rules.ts';
import { type LockedCost, lockCosts } from '../../costs/store.ts';
import { replaceByImportedCte } from '../../costs/write-store.ts';
import { type ArrivedRecord, refuseLockedDays } from './arrival.ts';
import { readCost } from './read-cost.ts';

/**
 * The update of an existing cost: none, the reason for none, what is paid of it, or the step that turns it into
 * history.
 */
type Step =
  | { message: string }
  | { paid: { id: number; paid_amount: string } }
  | { replaced: Sql; bookedOn: string };

const SAME: Step = { message: '' };

/**
 * What has happened in the other account to costs that are here: `known` has their guids here by those there. One that waits here and
 * was approved there is history, so that nobody approves it a second time; of history the later payments come.
 */
export async function followCosts(
  ctx: WriteContext,
  sources: readonly SourceRecord[],
  known: ReadonlyMap<string, string>,
): Promise<ArrivedRecord[]> {
  const { tx, account, now } = ctx;
  const guids = sources.flatMap(({ guid }) => known.get(guid) ?? []);
  const here = new Map((await lockCosts(tx, account.id, guids)).map((one) => [one.guid, one]));
  const imported = [...here.values()].filter(({ is_imported }) => is_imported).map(({ guid }) => guid);
  const byBank = await listPaidByBank(tx, account.id, imported);
  const steps: { source: SourceRecord; guid: string | null; step: Step }[] = [];
  for (const source of sources) {
    const guid = known.get(source.guid) ?? null;
    const cost = here.get(guid ?? '');
    const step = cost ? await toStep(ctx, source, cost, byBank.get(cost.guid) ?? '0') : SAME;
    steps.push({ source, guid, step });
  }
  const paid = steps.flatMap(({ step }) => ('paid' in step ? [{ ...step.paid, updated_at: now }] : []));
  const replaced = steps.flatMap(({ step }) => ('replaced' in step ? [step] : []));
  const ctes = [
    ...(paid.length > 0 ? [setPaidCte(account.id, paid)] : []),
    ...replaced.map((step) => step.replaced),
  ];
  if (ctes.length > 0) {
    const bookedOn = replaced.map((step) => step.bookedOn);
    const end = { target: null, ...noAnswer, ctes: joinCtes(...ctes), bookedOn };
    await ctx.part(async (part) => {
      for (const { guid, step } of steps)
        if (guid !== null && !('message' in step)) part.emit('cost.imported', { guid });
      await part.finish(end);
    });
  }
  return steps.map(({ source, guid, step }) => ({
    source,
    fate: 'message' in step ? 'known' : 'changed',
    guid,
    message: 'message' in step ? step.message : '',
  }));
}

async function toStep(
  ctx: WriteContext,
  source: SourceRecord,
  cost: LockedCost,
  byBank: string,
): Promise<Step> {
  if (isWaitingCost(source) !== false)
    return cost.is_imported ? { message: 'It is not approved there any more' } : SAME;
  if (cost.is_imported) return payStep(source, cost, byBank);
  if (!mayCost(toCostState(cost), 'approve')) return { message: 'It is approved there as well as here' };
  if (cost.first_approved_at !== null || !isUnpaid(cost))
    return { message: 'It is approved there, and somebody has begun with it here' };
  const row = { source, fields: toCostRow(source) };
  const { refusals } = await refuseLockedDays(ctx, [row], ['date']);
  const [refusal] = refusals;
  if (refusal) return { message: refusal.message };
  const read = judgeRow(() => readCost(ctx, row));
  if ('refusal' in read) return { message: read.refusal };
  const { fields, rate: sent, state } = read.value;
  if (state.accounting_status !== 'Skipped' || fields.issue_date === null) return SAME;
  const exchange_rate = await resolveCostRate(ctx.tx, fields, { today: ctx.today, sent });
  const complete = { ...fields, exchange_rate };
  const replaced = replaceByImportedCte(ctx.account.id, cost.id, complete, { ...state, updated_at: ctx.now });
  return { replaced, bookedOn: fields.issue_date };
}

const isUnpaid = ({ paid_amount }: LockedCost) => decimal(paid_amount).eq(0);

/** What was paid there since; the remainder of what is paid of it are lines of the bank here. */
function payStep(source: SourceRecord, cost: LockedCost, byBank: string): Step {
  const paid = decimal(cost.paid_amount);
  const more = paidOfCost(source).minus(paid.minus(byBank));
  const left = decimal(cost.amount ?? '0').minus(paid);
  if (more.eq(ZERO)) return SAME;
  if (more.lt(ZERO)) return { message: 'Less of it is paid there now than when it came' };
  if (more.gt(left))
    return { message: `${more.toFixed()} more was paid there, and ${left.toFixed()} is left to pay here` };
  return { paid: { id: cost.id, paid_amount: fixed2(paid.plus(more)) } };
}
