import type { MailBounce } from '../../kernel/ports/ports.ts';
import { decodedBody, type Entity, entityIn, headersIn, partsOf, typeOf } from './mime.ts';
import { plain } from './plain.ts';
import { textReturnIn } from './text-returns.ts';

/** By which a mail is known again when it comes back. */
export const DELIVERY_HEADER = 'X-Kvitt-Delivery';

/** A notice stands at the beginning; after it comes the mail that it is about, however long that is. */
const MOST_READ = 512 * 1024;
const MOST_RECIPIENTS = 20;
const MOST_REASON = 300;

/**
 * What a delivery status notification (RFC 3464), or a notice in the words of a mail server that sends none, says of one
 * of our mails. Null for all other mail, and for the news that one has arrived.
 */
export function returnIn(message: Uint8Array): MailBounce | null {
  const text = Buffer.from(message.subarray(0, MOST_READ)).toString('latin1');
  // Mail servers put a line of their own before what they pass on.
  const report = entityIn(text.replace(/^>?From .*\r?\n/, ''));
  const inWords = textReturnIn(report, DELIVERY_HEADER.toLowerCase());
  if (inWords)
    return {
      delivery: inWords.delivery,
      outcome: 'bounced',
      reason: reasonOf('bounced', '', inWords.reason),
    };
  const { name, parameters } = typeOf(report);
  const boundary = parameters.get('boundary') ?? '';
  const isReport =
    name === 'multipart/report' &&
    (parameters.get('report-type')?.toLowerCase() ?? 'delivery-status') === 'delivery-status';
  if (!isReport || boundary === '' || boundary.length > 200) return null;
  const parts = partsOf(report.body, boundary);
  const status = parts.find((part) => /^message\/(global-)?delivery-status$/.test(typeOf(part).name));
  if (!status) return null;
  const groups = groupsIn(decodedBody(status)).map(headersIn);
  const news = groups.map(newsOf).find((one) => one !== null);
  // A server on the way may have given the envelope an id of its own, so the mail's own mark counts first.
  const named = groups.map((group) => group.get('original-envelope-id')).find(Boolean);
  const delivery = deliveryOf(parts) || named;
  return delivery && news ? { delivery, ...news } : null;
}

/** The report has a group of lines for the mail and one for each recipient; some servers write only one of them. */
function groupsIn(report: string): string[] {
  const groups: string[][] = [];
  let isOver = true;
  for (const line of report.split(/\r?\n/)) {
    const isBlank = line.trim() === '';
    if (!isBlank && isOver && groups.push([]) > MOST_RECIPIENTS + 1) break;
    if (!isBlank) groups.at(-1)?.push(line);
    isOver = isBlank;
  }
  return groups.map((lines) => lines.join('\n'));
}

/** The mail itself is sent along, or at least its headers. */
function deliveryOf(parts: Entity[]): string {
  const original = parts.find((part) =>
    /^(message|text)\/(rfc822|global)(-headers)?$/.test(typeOf(part).name),
  );
  const text = original ? decodedBody(original).trimStart() : '';
  return entityIn(text).headers.get(DELIVERY_HEADER.toLowerCase()) ?? '';
}

const OUTCOMES: Readonly<Record<string, MailBounce['outcome'] | null>> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: null,
  relayed: null,
  expanded: null,
};

function newsOf(recipient: ReadonlyMap<string, string>): Omit<MailBounce, 'delivery'> | null {
  const action = recipient.get('action')?.toLowerCase() ?? '';
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(recipient.get('status') ?? '')?.[0] ?? '';
  const outcome = Object.hasOwn(OUTCOMES, action) ? OUTCOMES[action] : byStatus(status);
  if (!outcome) return null;
  const told = recipient.get('diagnostic-code')?.replace(/^[\w-]+;/, '') ?? '';
  return { outcome, reason: reasonOf(outcome, status, told) };
}

function reasonOf(outcome: MailBounce['outcome'], status: string, told: string): string {
  const written = plain(Buffer.from(told, 'latin1').toString('utf8')).replaceAll(/ {2,}/g, ' ');
  const words = written.slice(0, MOST_REASON).toWellFormed();
  const reason = [...(words.includes(status) ? [] : [status]), words].filter(Boolean).join(' ');
  const lead = outcome === 'bounced' ? 'The mail came back' : 'The mail has not arrived yet';
  return reason ? `${lead}: ${reason}` : `${lead}, and no reason was given`;
}

function byStatus(status: string): MailBounce['outcome'] | null {
  if (status.startsWith('5')) return 'bounced';
  return status.startsWith('4') ? 'delayed' : null;
}
