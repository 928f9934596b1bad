import { contentType, decodeBody, type Entity, parseEntity } from './mime.ts';

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
export function parseTextBounce(message: Entity, header: string): TextBounce | null {
  if (contentType(message).name !== 'text/plain') return null;
  const text = decodeBody(message).replaceAll('\r\n', '\n').trimStart();
  const isQmail = text.startsWith('Hi. This is the ');
  if (!isQmail && !message.headers.has('x-failed-recipients')) return null;
  const line = /^-+ .*\n\n/m.exec(text);
  if (!line) return null;
  const original = parseEntity(text.slice(line.index + line[0].length).trimStart());
  const delivery = original.headers.get(header);
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
