import type { Email } from 'postal-mime';
import { toOneLine } from '../../domain/strings/one-line.ts';
import type { MailBounce } from '../../kernel/ports/documents.ts';
import { bytesOf, headerOf, parseMail } from './parse-mail.ts';
import { parseTextBounce } from './text-bounces.ts';

/** Identifies the delivery to which a bounce refers. */
export const DELIVERY_HEADER = 'X-Kvitt-Delivery';

/** A bounce begins with the report; the original mail of any length follows and is not read. */
const MAX_BYTES = 512 * 1024;
/** The parser takes ten microseconds for each line: half a megabyte of empty lines would hold up the node for seconds. */
const MAX_LINES = 10_000;
const LINE_FEED = 0x0a;
const MAX_RECIPIENTS = 20;
const MAX_REASON_LENGTH = 300;

/**
 * Parses a bounce of one of our mails: a delivery status notification (RFC 3464), or the plain-text notice of a
 * mail server that sends none. Null for all other mail, and for reports of success.
 */
export async function parseBounce(message: Uint8Array): Promise<MailBounce | null> {
  const mail = await parseMail(firstLines(message.subarray(0, MAX_BYTES), MAX_LINES));
  const textBounce = await parseTextBounce(mail, DELIVERY_HEADER.toLowerCase());
  if (textBounce)
    return {
      delivery: textBounce.delivery,
      outcome: 'bounced',
      reason: bounceReason('bounced', '', textBounce.reason),
    };
  if (!isReport(headerOf(mail, 'content-type'))) return null;
  const status = mail.attachments.find(({ mimeType }) =>
    /^message\/(global-)?delivery-status$/.test(mimeType),
  );
  if (!status) return null;
  const blocks = await Promise.all(splitBlocks(bytesOf(status).toString('utf8')).map(parseBlock));
  const outcome = blocks.map(recipientOutcome).find((one) => one !== null);
  // A relay may have replaced the envelope id, so the header of the original mail has priority.
  const envelopeId = blocks.map((block) => headerOf(block, 'original-envelope-id')).find(Boolean);
  const delivery = (await originalDelivery(mail)) || envelopeId;
  return delivery && outcome ? { delivery, ...outcome } : null;
}

function firstLines(message: Uint8Array, count: number): Uint8Array {
  let end = 0;
  for (let line = 0; line < count; line++) {
    end = message.indexOf(LINE_FEED, end) + 1;
    if (end === 0) return message;
  }
  return message.subarray(0, end);
}

/** Reports of other kinds, such as those about read mails, have the same form. */
function isReport(contentType: string): boolean {
  const [, kind = 'delivery-status'] = /;\s*report-type="?([\w-]+)/i.exec(contentType) ?? [];
  return /^multipart\/report\s*(;|$)/i.test(contentType) && kind.toLowerCase() === 'delivery-status';
}

/** A block has the form of the headers of a mail. */
function parseBlock(block: string): Promise<Email> {
  return parseMail(Buffer.from(`${block}\n\n`));
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
async function originalDelivery({ attachments }: Email): Promise<string> {
  const original = attachments.find(({ mimeType }) =>
    /^(message|text)\/(rfc822|global)(-headers)?$/.test(mimeType),
  );
  if (!original) return '';
  const text = bytesOf(original).toString('latin1').trimStart();
  return headerOf(await parseMail(Buffer.from(text, 'latin1')), DELIVERY_HEADER.toLowerCase());
}

const OUTCOMES: Readonly<Record<string, MailBounce['outcome'] | null>> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: null,
  relayed: null,
  expanded: null,
};

function recipientOutcome(recipient: Email): Omit<MailBounce, 'delivery'> | null {
  const action = headerOf(recipient, 'action').toLowerCase();
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(headerOf(recipient, 'status'))?.[0] ?? '';
  const outcome = Object.hasOwn(OUTCOMES, action) ? OUTCOMES[action] : outcomeByStatus(status);
  if (!outcome) return null;
  const diagnostic = headerOf(recipient, 'diagnostic-code').replace(/^[\w-]+;/, '');
  return { outcome, reason: bounceReason(outcome, status, diagnostic) };
}

function bounceReason(outcome: MailBounce['outcome'], status: string, diagnostic: string): string {
  const written = toOneLine(diagnostic).replaceAll(/ {2,}/g, ' ');
  const text = written.slice(0, MAX_REASON_LENGTH).toWellFormed();
  const reason = [...(text.includes(status) ? [] : [status]), text].filter(Boolean).join(' ');
  const lead = outcome === 'bounced' ? 'The mail came back' : 'The mail has not arrived yet';
  return reason ? `${lead}: ${reason}` : `${lead}, and no reason was given`;
}

function outcomeByStatus(status: string): MailBounce['outcome'] | null {
  if (status.startsWith('5')) return 'bounced';
  return status.startsWith('4') ? 'delayed' : null;
}
