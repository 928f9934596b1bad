import type { Email } from 'postal-mime';
import { headerOf, parseMail } from './parse-mail.ts';

interface TextBounce {
  delivery: string;
  reason: string;
}

/**
 * Parses plain-text bounces: qmail always sends them, Exim did before it supported DSN. Each is recognised by a
 * text that only this server writes, and both mean permanent failure. The delivery header is searched only below
 * the line of dashes, where the original mail begins; otherwise a reply that quotes the mail would count as a
 * bounce.
 */
export async function parseTextBounce(mail: Email, header: string): Promise<TextBounce | null> {
  if (!/^(text\/plain\b|$)/i.test(headerOf(mail, 'content-type'))) return null;
  const text = (mail.text ?? '').replaceAll('\r\n', '\n').trimStart();
  const isQmail = text.startsWith('Hi. This is the ');
  if (!isQmail && headerOf(mail, 'x-failed-recipients') === '') return null;
  const line = /^-+ .*\n\n/m.exec(text);
  if (!line) return null;
  const original = await parseMail(Buffer.from(text.slice(line.index + line[0].length).trimStart()));
  const delivery = headerOf(original, header);
  const notice = text.slice(0, line.index);
  return delivery ? { delivery, reason: isQmail ? qmailReason(notice) : eximReason(notice) } : null;
}

/** qmail: one paragraph per address, which begins with the address. */
function qmailReason(notice: string): string {
  const paragraph = notice.split('\n\n').find((one) => one.startsWith('<')) ?? '';
  return paragraph.split('\n').slice(1).join(' ');
}

/** Exim: the reason is indented below the address. */
function eximReason(notice: string): string {
  const [reason = ''] = /^ {4}\S.*(\n {4}\S.*)*/m.exec(notice) ?? [];
  return reason.replaceAll('\n', ' ');
}
