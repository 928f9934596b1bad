import { toOneLine } from '../../domain/one-line.ts';
import type { MailBounce } from '../../kernel/ports/documents.ts';
import {
  contentType,
  decodeBody,
  type Entity,
  parseEntity,
  parseHeaders,
  parseMessage,
  splitParts,
} from './mime.ts';
import { parseTextBounce } from './text-bounces.ts';

/** Identifies the delivery to which a bounce refers. */
export const DELIVERY_HEADER = 'X-Kvitt-Delivery';

/** A bounce begins with the report; the original mail of any length follows and is not read. */
const MAX_BYTES = 512 * 1024;
const MAX_RECIPIENTS = 20;
const MAX_REASON_LENGTH = 300;

/**
 * Parses a bounce of one of our mails: a delivery status notification (RFC 3464), or the plain-text notice of a
 * mail server that sends none. Null for all other mail, and for reports of success.
 */
export function parseBounce(message: Uint8Array): MailBounce | null {
  const text = Buffer.from(message.subarray(0, MAX_BYTES)).toString('latin1');
  const report = parseMessage(text);
  const textBounce = parseTextBounce(report, DELIVERY_HEADER.toLowerCase());
  if (textBounce)
    return {
      delivery: textBounce.delivery,
      outcome: 'bounced',
      reason: bounceReason('bounced', '', textBounce.reason),
    };
  const { name, parameters } = contentType(report);
  const boundary = parameters.get('boundary') ?? '';
  const isReport =
    name === 'multipart/report' &&
    (parameters.get('report-type')?.toLowerCase() ?? 'delivery-status') === 'delivery-status';
  if (!isReport || boundary === '' || boundary.length > 200) return null;
  const parts = splitParts(report.body, boundary);
  const status = parts.find((part) => /^message\/(global-)?delivery-status$/.test(contentType(part).name));
  if (!status) return null;
  const blocks = splitBlocks(decodeBody(status)).map(parseHeaders);
  const outcome = blocks.map(recipientOutcome).find((one) => one !== null);
  // A relay may have replaced the envelope id, so the header of the original mail has priority.
  const envelopeId = blocks.map((group) => group.get('original-envelope-id')).find(Boolean);
  const delivery = originalDelivery(parts) || envelopeId;
  return delivery && outcome ? { delivery, ...outcome } : null;
}

/** A report has one block for the message and one per recipient; some servers write only one of them. */
function splitBlocks(report: string): string[] {
  const blocks: string[][] = [];
  let isOver = true;
  for (const line of report.split(/\r?\n/)) {
    const isBlank = line.trim() === '';
    if (!isBlank && isOver && blocks.push([]) > MAX_RECIPIENTS + 1) break;
    if (!isBlank) blocks.at(-1)?.push(line);
    isOver = isBlank;
  }
  return blocks.map((lines) => lines.join('\n'));
}

/** The original mail, or at least its headers, is attached to the report. */
function originalDelivery(parts: Entity[]): string {
  const original = parts.find((part) =>
    /^(message|text)\/(rfc822|global)(-headers)?$/.test(contentType(part).name),
  );
  const text = original ? decodeBody(original).trimStart() : '';
  return parseEntity(text).headers.get(DELIVERY_HEADER.toLowerCase()) ?? '';
}

const OUTCOMES: Readonly<Record<string, MailBounce['outcome'] | null>> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: null,
  relayed: null,
  expanded: null,
};

function recipientOutcome(recipient: ReadonlyMap<string, string>): Omit<MailBounce, 'delivery'> | null {
  const action = recipient.get('action')?.toLowerCase() ?? '';
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(recipient.get('status') ?? '')?.[0] ?? '';
  const outcome = Object.hasOwn(OUTCOMES, action) ? OUTCOMES[action] : outcomeByStatus(status);
  if (!outcome) return null;
  const diagnostic = recipient.get('diagnostic-code')?.replace(/^[\w-]+;/, '') ?? '';
  return { outcome, reason: bounceReason(outcome, status, diagnostic) };
}

function bounceReason(outcome: MailBounce['outcome'], status: string, diagnostic: string): string {
  const written = toOneLine(Buffer.from(diagnostic, 'latin1').toString('utf8')).replaceAll(/ {2,}/g, ' ');
  const words = written.slice(0, MAX_REASON_LENGTH).toWellFormed();
  const reason = [...(words.includes(status) ? [] : [status]), words].filter(Boolean).join(' ');
  const lead = outcome === 'bounced' ? 'The mail came back' : 'The mail has not arrived yet';
  return reason ? `${lead}: ${reason}` : `${lead}, and no reason was given`;
}

function outcomeByStatus(status: string): MailBounce['outcome'] | null {
  if (status.startsWith('5')) return 'bounced';
  return status.startsWith('4') ? 'delayed' : null;
}
