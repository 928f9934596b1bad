import type { z } from 'zod';
import { ConsentEnded, FeedRefused, PeriodRefused } from '../../kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../../kernel/ports/ports.ts';
import type { BankResponse } from '../bank/bank-client.ts';
import { refusal } from './shapes.ts';

/** The answer in the expected shape; throws what the bank says otherwise. */
export function parseAnswer<T>(answer: BankResponse, shape: z.ZodType<T>): T {
  if (answer.status >= 300) throw toError(answer);
  const parsed = shape.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'no JSON' };
  throw new FeedRefused(
    `The bank's answer cannot be read: ${[...path, message].map(String).join(' ').slice(0, 200)}`,
  );
}

const REASONS: Record<number, string> = {
  401: 'The bank does not accept the access to the account',
  403: 'The bank does not allow access to the account',
  404: 'The bank has nothing at this address',
  429: 'The bank was asked too often today',
};
const CONSENT_ENDS = ['CONSENT_EXPIRED', 'CONSENT_INVALID', 'CONSENT_UNKNOWN'];
const UNAVAILABLE = [408, 502, 503, 504];

function toError({ status, body }: BankResponse): Error {
  const { data } = refusal.safeParse(body);
  const [first] = data?.tppMessages ?? [];
  const code = first?.code ?? data?.code;
  const details = [`HTTP ${status}`, code, first?.text ?? data?.detail ?? data?.title].filter(Boolean);
  const reason = REASONS[status] ?? (status >= 500 ? 'The bank has a fault' : 'The bank refused the request');
  const message = `${reason} (${details.join(', ')})`.slice(0, 400);
  if (code === 'PERIOD_INVALID') return new PeriodRefused(message);
  if (code && CONSENT_ENDS.includes(code)) return new ConsentEnded(message);
  return UNAVAILABLE.includes(status) ? new BankUnavailable(message) : new FeedRefused(message);
}
