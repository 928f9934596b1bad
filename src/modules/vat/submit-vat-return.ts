import { z } from 'zod';
import { addDays } from '../../domain/values/dates.ts';
import { type FiledBoxes, toFiled, toPayOf, wholeBoxes } from '../../domain/vat/boxes.ts';
import type { VatPeriod } from '../../domain/vat/periods.ts';
import { FILING_ROLES } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { flag, object } from '../../kernel/fields/input-fields.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import { defineTransaction, defineWrite } from '../../kernel/operations/operation.ts';
import { listVatLocks } from '../accounts/vat-periods-store.ts';
import { readAccountPeriods } from './account-periods.ts';
import { askOffice, fileReturn } from './file-return.ts';
import { readPeriodBoxes } from './period-boxes.ts';
import { PERIOD_MEANING, periodName, vatSubmission } from './schema.ts';
import {
  beginSubmission,
  dropSubmissionStatement,
  findOpenSubmission,
  finishSubmissionStatement,
  listSubmissions,
  type OpenSubmission,
  repeatSubmissionStatement,
  type SubmissionRow,
} from './submission-store.ts';
import { currentLock, currentSubmission } from './vat-return.ts';

/** What a call finds or does before its transaction: the return is with the office already, was taken now, or would be. */
type Filed =
  | { submitted: SubmissionRow; period: VatPeriod }
  | { accepted: OpenSubmission; period: VatPeriod }
  | { rehearsed: { kind: 'first' | 'correction'; boxes: FiledBoxes }; period: VatPeriod };

export const submitVatReturn = defineWrite({
  name: 'submit-vat-return',
  summary: 'Locks a settlement period of VAT and submits its return to the tax office.',
  description:
    'A return is submitted once: a repeated call gets the same submission. After unlock-vat-period the next submission corrects it. If the tax office refuses the return, the period stays as it was.',
  access: { scope: null, roles: FILING_ROLES },
  events: ['vat.period_locked', 'vat.return_submitted'],
  input: object({
    period: periodName(PERIOD_MEANING),
    correction: flag.optional(
      '1: the tax office has a return of the period that was filed elsewhere, and this one corrects it',
    ),
  }),
  output: z.object({ submission: vatSubmission }),
  refusals: [
    'field_invalid',
    'period_running',
    'submission_running',
    'tax_login_required',
    'tax_office_refused',
    'tax_office_unavailable',
    'tax_office_silent',
  ],
  async prepare(ctx, { period: name, correction }): Promise<Filed> {
    const { db, account, today } = ctx;
    const period = (await readAccountPeriods(db, account.id)).named(name);
    if (period.to >= today) fail('period_running', name, addDays(period.to, 1));
    const lastDay = { from: period.to, to: period.to };
    const submissions = await listSubmissions(db, account.id, lastDay);
    const earlier = submissions.filter(({ state }) => state === 'submitted');
    const lock = currentLock(period, await listVatLocks(db, account.id, lastDay));
    const submitted = currentSubmission(lock, submissions);
    if (submitted) return { submitted, period };
    const kind = earlier.length > 0 || correction ? 'correction' : 'first';
    const readBoxes = async () => toFiled(wholeBoxes(await readPeriodBoxes(db, account.id, period)));
    if (!ctx.isRehearsal) return { accepted: await fileReturn(ctx, period, kind, readBoxes), period };
    if (submissions.some(({ state }) => state !== 'submitted')) fail('submission_running', name);
    return { rehearsed: { kind, boxes: await readBoxes() }, period };
  },
  async run(ctx, _input, filed) {
    if ('submitted' in filed) return answerAgain(ctx, filed.submitted, filed.period);
    return finish(ctx, 'accepted' in filed ? filed.accepted : await rehearse(ctx, filed), filed.period);
  },
});

/** The end of a submission whose call has not seen the answer of the tax office. */
export const followVatSubmission = defineTransaction({
  name: 'follow-vat-submission',
  isAllowedWhenClosed: true,
  events: ['vat.period_locked', 'vat.return_submitted'],
  async prepare(ctx: ReadContext, { to_date }: { to_date: string }) {
    const open = await findOpenSubmission(ctx.db, ctx.account.id, to_date);
    if (!open) fail('submission_not_found');
    return { open, isTaken: await askOffice(ctx, open) };
  },
  async run(ctx, { to_date }: { to_date: string }, { isTaken }): Promise<unknown> {
    const { tx, account, now } = ctx;
    const open = (await findOpenSubmission(tx, account.id, to_date)) ?? fail('submission_not_found');
    const period = (await readAccountPeriods(tx, account.id)).named(to_date.slice(0, 7));
    if (isTaken) return finish(ctx, open, period);
    // The office may still be at it.
    if (open.begun_at > toWireTime(new Date(now.getTime() - MINUTES_TO_WAIT * 60_000)))
      fail('submission_running', period.period);
    const change = { person: null, now };
    const drop = dropSubmissionStatement(account.id, open, change, 'The tax office has not got the return');
    return ctx.finish({ target: open.guid, row: recordRow, ...drop });
  },
});

/** After this time a return that the office does not have did not arrive. */
const MINUTES_TO_WAIT = 10;

async function finish(ctx: WriteContext, open: OpenSubmission, period: VatPeriod) {
  const { account, now } = ctx;
  const { guid, kind, to_pay } = open;
  if (open.made_lock) ctx.emit('vat.period_locked', { guid: account.guid, period: period.period });
  ctx.emit('vat.return_submitted', { guid, period: period.period, kind, to_pay });
  const submission = { ...toSubmission(open, period), at: toWireTime(now) };
  const statement = finishSubmissionStatement(account.id, open, now, submission);
  const done = await ctx.finishIf({ target: guid, ...statement });
  return toOutput(done ?? fail('submission_running', period.period));
}

async function answerAgain(ctx: WriteContext, row: SubmissionRow, period: VatPeriod) {
  const submission = { ...toSubmission(row, period), at: row.submitted_at ?? row.begun_at };
  return toOutput(await ctx.finish({ target: row.guid, ...repeatSubmissionStatement(submission) }));
}

/** Writes what the call would write, in a transaction that is rolled back, with the figures that the office should answer. */
async function rehearse(ctx: WriteContext, { rehearsed, period }: Extract<Filed, { rehearsed: object }>) {
  const { tx, account, now, newGuid, caller } = ctx;
  const change = { days: period, person: caller.person?.id ?? null, now, until: now };
  const begun = await beginSubmission(tx, account.id, { guid: newGuid(), kind: rehearsed.kind, ...change });
  if (!begun) fail('submission_running', period.period);
  const toPay = toPayOf(rehearsed.boxes);
  return { ...begun, assessment: toPay, to_pay: toPay };
}

/** The submission as it is answered, without its time, which reads and writes have in different forms. */
export function toSubmission(
  row: Pick<SubmissionRow, 'guid' | 'kind' | 'assessment' | 'to_pay' | 'due_on' | 'ocr' | 'claim_no'>,
  { due }: VatPeriod,
) {
  const { guid, kind, assessment, to_pay, due_on, ocr, claim_no } = row;
  return { guid, kind, assessment, to_pay, due_on: due_on ?? due, ocr, claim_no };
}

function toWireTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

/** The answer was stored as JSON, for replays of the call. */
function toOutput(stored: { submission: Record<string, unknown> }) {
  return stored as { submission: z.infer<typeof vatSubmission> };
}
