import { toError } from '../../domain/values/errors.ts';
import { type FiledBoxes, toPayOf } from '../../domain/vat/boxes.ts';
import type { VatPeriod } from '../../domain/vat/periods.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import {
  type TaxAnswer,
  type TaxOffice,
  TaxOfficeRefused,
  TaxOfficeUnavailable,
  type TaxReturn,
} from '../../kernel/ports/tax-office.ts';
import {
  beginSubmission,
  dropSubmission,
  findOpenSubmission,
  leaveSubmission,
  type OpenSubmission,
  storeAnswer,
  storeBoxes,
} from './submission-store.ts';
import { readTaxLogin } from './tax-login-store.ts';

/** All calls of one submission end before: at most five, each with a timeout of at most a minute. */
const MINUTES_AT_OFFICE = 6;

/**
 * Hands the return of a period in, once. The period is locked and the submission stored before the office is called, each in a
 * transaction of its own, and so is the answer, before anything else can fail. Where the answer was lost, the office is asked
 * what it has before anything is sent again.
 */
export async function fileReturn(
  ctx: ReadContext,
  days: VatPeriod,
  kind: 'first' | 'correction',
  readBoxes: () => Promise<FiledBoxes>,
): Promise<OpenSubmission> {
  const { db, account, now, newGuid, caller } = ctx;
  const period = await toTaxPeriod(ctx, days.period);
  const until = new Date(now.getTime() + MINUTES_AT_OFFICE * 60_000);
  const change = { days, person: caller.person?.id ?? null, now };
  const begun = await beginSubmission(db, account.id, { guid: newGuid(), kind, until, ...change });
  if (!begun) return findAnswered(ctx, days);
  const boxes = begun.boxes ?? (await readBoxes());
  const filed = { ...period, boxes };
  try {
    const answer = await callOffice(ctx, begun, filed);
    await storeAnswer(db, account.id, begun.id, answer);
  } catch (error) {
    await endWithoutAnswer(ctx, begun, error);
  }
  return findAnswered(ctx, days);
}

async function callOffice(ctx: ReadContext, begun: OpenSubmission, filed: TaxReturn): Promise<TaxAnswer> {
  const { tax } = ctx.ports;
  // It was sent before, and nobody knows what became of it.
  if (begun.boxes && (await isWithOffice(tax, filed))) return answerFromFigures(filed.boxes);
  await storeBoxes(ctx.db, ctx.account.id, begun.id, filed.boxes);
  try {
    return await tax.submit(filed, begun.kind);
  } catch (error) {
    const isDuplicate = error instanceof TaxOfficeRefused && error.isDuplicate;
    if (isDuplicate && (await isWithOffice(tax, filed))) return answerFromFigures(filed.boxes);
    throw error;
  }
}

/** Where the office does not say what it has, also by refusing the question, the return may be with it. */
async function isWithOffice(tax: TaxOffice, filed: TaxReturn): Promise<boolean> {
  try {
    return await tax.hasReturn(filed);
  } catch (error) {
    const { message } = toError(error);
    throw new TaxOfficeUnavailable(message, { mayHaveTaken: true, cause: error });
  }
}

/** Refuses the call. What the office has certainly not taken leaves nothing behind. */
async function endWithoutAnswer(ctx: ReadContext, begun: OpenSubmission, error: unknown): Promise<never> {
  const { db, account, now, caller } = ctx;
  const drop = (reason: string) =>
    dropSubmission(db, account.id, begun, { person: caller.person?.id ?? null, now }, reason);
  if (error instanceof TaxOfficeRefused) {
    await drop(error.message);
    return fail('tax_office_refused', error.message);
  }
  if (error instanceof TaxOfficeUnavailable && !error.mayHaveTaken && !begun.boxes) {
    await drop(error.message);
    return fail('tax_office_unavailable');
  }
  await leaveSubmission(db, account.id, begun.id);
  if (error instanceof TaxOfficeUnavailable) fail('tax_office_silent');
  throw error;
}

async function findAnswered(
  { db, account }: ReadContext,
  { to, period }: VatPeriod,
): Promise<OpenSubmission> {
  const open = await findOpenSubmission(db, account.id, to);
  if (open?.state !== 'accepted') fail('submission_running', period);
  return open;
}

/** Whether the office has the return of a submission whose outcome is not known; stores that it has. */
export async function askOffice(ctx: ReadContext, open: OpenSubmission): Promise<boolean> {
  if (open.state === 'accepted') return true;
  if (!open.boxes) return false;
  const period = await toTaxPeriod(ctx, open.to_date.slice(0, 7));
  if (!(await ctx.ports.tax.hasReturn({ ...period, boxes: open.boxes }))) return false;
  await storeAnswer(ctx.db, ctx.account.id, open.id, answerFromFigures(open.boxes));
  return true;
}

/** The answer where only the figures are known: the payment slip and the receipt were lost with it. */
function answerFromFigures(boxes: FiledBoxes): TaxAnswer {
  const toPay = toPayOf(boxes);
  return { assessment: toPay, toPay, dueOn: null, ocr: null, claimNo: null, receipt: null };
}

async function toTaxPeriod(ctx: ReadContext, period: string): Promise<Omit<TaxReturn, 'boxes'>> {
  const { account, ports } = ctx;
  const login = await readTaxLogin(ctx);
  if (!login && ports.modes.tax === 'live') fail('tax_login_required');
  const { id: accountId, registrationNo: kennitala, vatNo } = account;
  return { accountId, kennitala, vatNo, login, period };
}
