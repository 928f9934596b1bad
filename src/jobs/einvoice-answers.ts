import { isFinalAnswer } from '../domain/costs/einvoice-answers.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import { MAX_ATTEMPTS } from '../kernel/jobs/queue-worker.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { DeliveryRejected } from '../kernel/ports/ports.ts';
import { findQueued, listAnswers } from '../modules/costs/einvoice-answers/answer-store.ts';
import { recordEinvoiceAnswer } from '../modules/costs/einvoice-answers/record-einvoice-answer.ts';
import { renderInvoiceResponse } from '../rendering/ubl/invoice-response.ts';
import { unlessRefused } from './refused-writes.ts';

const MAX_PROBLEM = 500;
const UNPREPARED = 'The answer could not be prepared for sending';
const OVERTAKEN = 'A final answer was given before this one was sent';

/** Sends the answer to a received e-invoice. All attempts are the same transmission. */
export async function sendEinvoiceAnswer(kernel: Kernel, job: Job<'send-einvoice-answer'>): Promise<void> {
  const { payload, caller } = job;
  const { account } = caller;
  const queued = await findQueued(kernel.db, account.id, payload.guid);
  if (!queued) return;
  const { guid, cost_guid, receiver: recipient } = queued;
  const record = (state: 'sent' | 'refused', problem = '') => {
    const outcome = { guid, cost_guid, state, problem: problem.slice(0, MAX_PROBLEM) };
    return unlessRefused(runTransaction(kernel, recordEinvoiceAnswer, caller, outcome));
  };
  // A query must not reach the sender after a final answer.
  if (
    queued.answer === 'in_query' &&
    (await listAnswers(kernel.db, account.id, cost_guid)).some(isFinalAnswer)
  )
    return void (await record('refused', OVERTAKEN));
  try {
    const { status, reason } = await kernel.ports.einvoice.submit({
      accountId: account.id,
      guid,
      transmission: guid,
      document: 'ApplicationResponse',
      senderKennitala: account.registrationNo,
      recipient,
      xml: renderInvoiceResponse({
        ...queued,
        answered_at: new Date(`${queued.answered_at.replace(' ', 'T')}Z`),
        from: { name: account.name, partner: account.registrationNo },
        to: { name: queued.receiver_name, partner: recipient },
        document: queued,
      }),
      createdAt: caller.now ?? kernel.clock(),
    });
    const isRefused = status === 'rejected' || status === 'failed';
    await record(isRefused ? 'refused' : 'sent', isRefused ? reason : '');
  } catch (error) {
    const rejection = error instanceof DeliveryRejected ? error : null;
    if (!rejection?.refused && job.attempts < MAX_ATTEMPTS) throw error;
    await record('refused', rejection?.message ?? UNPREPARED);
  }
}
