import { secondsToRetryAfter } from '../domain/service/retry-after.ts';
import {
  MAX_WEBHOOK_ATTEMPTS,
  secondsToPause,
  secondsUntilWebhookRetry,
} from '../domain/service/webhook-retry.ts';
import { toLang } from '../domain/values/codes.ts';
import { toError } from '../domain/values/errors.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import type { OutgoingAnswer } from '../kernel/ports/outgoing.ts';
import {
  type AttemptResult,
  type DueDelivery,
  failDelivery,
  findDisabledWebhook,
  findDueDelivery,
  listOwners,
  postponeDelivery,
  recordAttempt,
} from '../modules/webhooks/delivery-store.ts';
import { messageBody } from '../modules/webhooks/message.ts';
import type { WebhookAttempt } from '../modules/webhooks/schema.ts';
import { signatureHeaders } from '../modules/webhooks/signature.ts';
import { renderWebhookMail } from '../rendering/mail/webhook-mail.ts';
import { sendServiceMail } from './service-mail.ts';

const TIMEOUT_MS = 15_000;
/** Bytes of the response that are read; the log keeps the first characters. */
const MAX_ANSWER_BYTES = 16 * 1024;
const LOGGED_CHARACTERS = 1000;

/** Sends one message to a webhook. The job is completed together with the log of the attempt. */
export async function deliverWebhook(kernel: Kernel, job: Job<'deliver-webhook'>): Promise<void> {
  const { webhook_guid, event_id } = job.payload;
  const { account, now = kernel.clock() } = job.caller;
  const due = await findDueDelivery(kernel.db, account.id, webhook_guid, event_id, now);
  if (!due) return;
  if (due.is_paused) await postponeDelivery(kernel.db, account.id, job.id, due.webhook_id);
  else {
    const { attempt, answer } = await send(kernel, due, now);
    const result = toAttemptResult(due, answer, now);
    await recordAttempt(kernel.db, account.id, job.id, due, attempt, result, now);
  }
  if (job.caller.job) job.caller.job.isDone = true;
}

/** The log says what was answered, never the secret or the signature. */
async function send(
  kernel: Kernel,
  due: DueDelivery,
  now: Date,
): Promise<{ attempt: WebhookAttempt; answer: OutgoingAnswer | null }> {
  const body = messageBody({ ...due, data: due.data ?? {} });
  const sealed = [due.secret, ...(due.previous_secret ? [due.previous_secret] : [])];
  const secrets = sealed.map((one) => kernel.secrets.tryUnsealText(one)).filter((one) => one !== null);
  // Receivers compare the time with their own clock, also where the operator runs jobs as of another time.
  const seconds = Math.floor(Date.now() / 1000);
  const signature = signatureHeaders({ id: due.event_id, timestamp: seconds, body }, secrets);
  const headers = { 'content-type': 'application/json', 'user-agent': 'Kvitt-Webhooks/1', ...signature };
  const started = performance.now();
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
  const took = () => Math.round(performance.now() - started);
  const at = now.toISOString();
  try {
    if (secrets.length === 0)
      throw new Error('The secret of this webhook cannot be read any more; rotate it');
    const request = { url: due.url, method: 'POST' as const, headers, body, ...limits };
    const answer = await kernel.ports.outgoing.send(request);
    const shown = toStorableText(answer.body.toString('utf8'));
    return { answer, attempt: { at, status: answer.status, duration_ms: took(), error: '', answer: shown } };
  } catch (error) {
    const reason = toStorableText(toError(error).message);
    return { answer: null, attempt: { at, status: null, duration_ms: took(), error: reason, answer: '' } };
  }
}

/** PostgreSQL text cannot hold NUL or lone surrogates, which an answer may have. */
function toStorableText(text: string): string {
  return text.replaceAll('\0', '').slice(0, LOGGED_CHARACTERS).toWellFormed();
}

function toAttemptResult(due: DueDelivery, answer: OutgoingAnswer | null, now: Date): AttemptResult {
  const status = answer?.status ?? 0;
  if (status >= 200 && status < 300) return { outcome: 'delivered' };
  if (status === 410) {
    return { outcome: 'disabled', reason: 'The receiver answered 410: it is gone', why: 'gone' };
  }
  if (due.type === 'webhook.test') return { outcome: 'failed' };
  const seconds = secondsUntilWebhookRetry({
    attempts: due.attempts + 1,
    retryAfter: answer ? retryAfter(answer, now) : null,
    random: Math.random(),
  });
  if (seconds === null) {
    const reason = `A message was tried ${MAX_WEBHOOK_ATTEMPTS} times in three days without success`;
    return { outcome: 'disabled', reason, why: 'failing' };
  }
  const at = after(now, seconds);
  const pause = secondsToPause(due.failures + 1);
  return { outcome: 'retry', at, pausedUntil: pause === null ? null : after(now, pause) };
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** The Retry-After of a 429 or 503, in seconds. */
function retryAfter({ status, headers }: OutgoingAnswer, now: Date): number | null {
  const sent = headers['retry-after'];
  return (status !== 429 && status !== 503) || sent === undefined ? null : secondsToRetryAfter(sent, now);
}

/** A delivery whose job is dead would wait for ever. */
export async function giveUpDelivery(kernel: Kernel, { payload, caller }: Job<'deliver-webhook'>) {
  await failDelivery(kernel.db, caller.account.id, payload.webhook_guid, payload.event_id);
}

/** Tells the owners that nothing is sent to a webhook any more. */
export async function sendWebhookMail(kernel: Kernel, job: Job<'send-webhook-mail'>): Promise<void> {
  const { account } = job.caller;
  const webhook = await findDisabledWebhook(kernel.db, account.id, job.payload.webhook_guid);
  if (!webhook) return;
  for (const [index, owner] of (await listOwners(kernel.db, account.id)).entries()) {
    const lang = toLang(owner.lang);
    const page = `${kernel.policy.baseUrl}/console/webhooks`;
    const { why } = job.payload;
    const about = { name: owner.name, company: account.name, url: webhook.url, why };
    const mail = renderWebhookMail({ lang, page, ...about });
    const id = `${job.payload.webhook_guid}.${job.id}.${index}`;
    await sendServiceMail(kernel, account, mail, { id, to: owner.email, lang });
  }
}
