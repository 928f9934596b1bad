import { addDays } from '../../domain/values/dates.ts';
import type { VatPeriod } from '../../domain/vat/periods.ts';
import { BOOKING_ROLES, FILING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { longText, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { lockBooks, lockPeriodStatement, unlockPeriodStatement } from '../accounts/vat-periods-store.ts';
import { readAccountPeriods } from './account-periods.ts';
import { PERIOD_MEANING, periodName, periodState } from './schema.ts';
import { findOpenSubmission } from './submission-store.ts';

export const lockVatPeriod = defineWrite({
  name: 'lock-vat-period',
  summary: 'Locks a settlement period of VAT that is over: no document can be dated in it any more.',
  description:
    'Lock it when its return is filed. Invoices, credit notes, costs, approvals, payments and corrections of its days are refused with `period_locked` from then on; what a bank reports is recorded and marked `late`.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: ['vat.period_locked'],
  input: object({ period: periodName(PERIOD_MEANING) }),
  output: periodState,
  refusals: ['field_invalid', 'period_running'],
  async run(ctx, { period: name }) {
    const period = await openBooks(ctx, name);
    if (period.to >= ctx.today) fail('period_running', name, addDays(period.to, 1));
    ctx.emit('vat.period_locked', { guid: ctx.account.guid, period: name });
    return ctx.finish({ target: null, ...lockPeriodStatement(ctx.account.id, toChange(ctx, period)) });
  },
});

export const unlockVatPeriod = defineWrite({
  name: 'unlock-vat-period',
  summary: 'Unlocks a settlement period of VAT, so that its documents can be corrected.',
  description:
    'The reason is kept with who has unlocked it and when. Lock the period again when the documents are corrected; if its return was submitted, submit-vat-return submits a correction.',
  access: { scope: null, roles: FILING_ROLES },
  events: ['vat.period_unlocked'],
  input: object({
    period: periodName(PERIOD_MEANING),
    reason: longText(500)().meta({
      description: 'Why it is unlocked',
      examples: ['A bill of the period came late'],
    }),
  }),
  output: periodState,
  refusals: ['field_invalid', 'period_not_locked', 'submission_running'],
  async run(ctx, { period: name, reason }) {
    const period = await openBooks(ctx, name);
    if (await findOpenSubmission(ctx.tx, ctx.account.id, period.to)) fail('submission_running', name);
    ctx.emit('vat.period_unlocked', { guid: ctx.account.guid, period: name, reason });
    const unlock = unlockPeriodStatement(ctx.account.id, toChange(ctx, period), reason);
    return (await ctx.finishIf({ target: null, ...unlock })) ?? fail('period_not_locked', name);
  },
});

/** The period that a call names, after all that books by a day has ended. */
async function openBooks({ tx, account }: WriteContext, name: string): Promise<VatPeriod> {
  await lockBooks(tx, account.id);
  return (await readAccountPeriods(tx, account.id)).named(name);
}

function toChange({ caller, now }: WriteContext, days: VatPeriod) {
  return { days, person: caller.person?.id ?? null, now };
}
