import { type Failure, RateLimitExceeded } from '../../../kernel/failures/failure.ts';
import type { ToolAnswer } from '../call/answer.ts';
import type { WrongArguments } from '../input/wrong-arguments.ts';

/** The list that finds a record, by the code that says that it was not found. */
const LISTS: Readonly<Record<string, string>> = {
  customer_not_found: 'customer_list',
  item_not_found: 'item_list',
  invoice_not_found: 'invoice_list',
  payment_not_found: 'payment_list',
  quote_not_found: 'quote_list',
  recurring_invoice_not_found: 'recurring_list',
  cost_not_found: 'cost_list',
  task_not_found: 'task_list',
  product_sale_not_found: 'sale_list',
  proposal_not_found: 'proposal_list',
};

/** What a model should do about codes whose message is written for programs. */
const ADVICE: Readonly<Record<string, string>> = {
  amount_mismatch: 'Send the amount that the message names, or leave amount out and it is computed.',
  idempotency_key_reused: 'Use a new idempotency_key for a new write; keep it only to repeat the same one.',
  subscription_required: 'Tell the user that the plan of the company lacks this; no other call can do it.',
  plan_required: 'Tell the user that the plan of the company lacks this; no other call can do it.',
  closed_to_agents: 'Tell the user to do it in the console; no other call can do it.',
  invoice_locked:
    'Read the invoice with invoice_get: what is settled, cancelled or a draft cannot be changed this way.',
  credit_refused: 'Read the invoice with invoice_get to see what is left of it.',
  currency_mismatch:
    'Send amount and paid in the allocation, with operation_call record-payment: what the invoice takes, and what of the payment.',
  cursor_expired: 'Leave the cursor out to begin with the oldest event that is kept.',
  too_many_requests: 'Wait, then repeat the same call.',
};

const BY_KIND: Partial<Record<Failure['kind'], string>> = {
  input: 'Correct what the message names and call the tool again.',
  not_found: 'Look the record up first, and use the guid that the list answers.',
  conflict: 'Read the record to see its state. The same call will be refused again as long as that stays.',
  busy: 'Wait some seconds, then repeat the same call.',
  too_many: 'Wait, then repeat the same call.',
};

/** A refusal by a rule, with its code and what to do about it. */
export function refusalAnswer(failure: Failure): ToolAnswer {
  const { code, message, kind, further } = failure;
  const list = LISTS[code];
  const advice = list
    ? `Find it with ${list}, and use the guid from there.`
    : (ADVICE[code] ?? BY_KIND[kind]);
  return {
    status: false,
    code,
    error_code: code,
    message: [message, ...further.map((one) => one.message)].join('; '),
    ...(advice && { next: advice }),
    ...(failure instanceof RateLimitExceeded && { retry_after_seconds: failure.retryAfterSeconds }),
  };
}

/** The code of arguments that do not fit the schema of the tool, which is that of a wrong field. */
export const WRONG_ARGUMENTS = 'field_invalid';

export function wrongArgumentsAnswer({ message }: WrongArguments): ToolAnswer {
  const next = `Nothing was done. ${BY_KIND.input}`;
  return { status: false, code: WRONG_ARGUMENTS, error_code: WRONG_ARGUMENTS, message, next };
}
