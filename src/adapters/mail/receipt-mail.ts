import type { ReceiptMail } from '../../kernel/ports/documents.ts';
import { decodeBody, type Entity, entityParts, parseEntity, parseMessage } from './mime.ts';
import { decodeWords, fileNameOf } from './mime-words.ts';

const MAX_FILES = 20;
/** Over the whole mail, so that nested parts cannot multiply the work. */
const MAX_ENTITIES = 100;
const MAX_DEPTH = 4;
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'];
const MAX_RECIPIENTS = 50;
const ADDRESS = /[^\s<>,;:"()]+@[^\s<>,;:"()]+/g;

/** The files of a mail with receipts, and who sent it to whom. Parts that are text are left out, whatever they say. */
export function parseReceiptMail(message: Uint8Array): ReceiptMail {
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('latin1');
  const mail = parseMessage(text);
  const header = (name: string) => mail.headers.get(name) ?? '';
  const files: ReceiptMail['files'] = [];
  collectFiles(mail, files, { left: MAX_ENTITIES }, 0, false);
  return {
    recipients: RECIPIENT_HEADERS.flatMap((name) => header(name).match(ADDRESS) ?? []).slice(
      0,
      MAX_RECIPIENTS,
    ),
    from: senderOf(header('from')),
    subject: decodeWords(header('subject')),
    // A mail without a Message-ID is identified by its first characters.
    messageId: header('message-id') || text.slice(0, 10_000),
    files,
  };
}

/** The address after the display name, which may hold any text. */
function senderOf(from: string): string {
  return (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.match(ADDRESS)?.at(-1) ?? '').trim().toLowerCase();
}

function collectFiles(
  entity: Entity,
  files: ReceiptMail['files'],
  budget: { left: number },
  depth: number,
  isRelated: boolean,
): void {
  if (depth > MAX_DEPTH || files.length >= MAX_FILES || budget.left-- <= 0) return;
  const { name, parts } = entityParts(entity);
  for (const part of parts) collectFiles(part, files, budget, depth + 1, name === 'multipart/related');
  if (parts.length > 0) return;
  if (name === 'message/rfc822') {
    collectFiles(parseEntity(decodeBody(entity)), files, budget, depth + 1, false);
    return;
  }
  // A picture that belongs to the HTML of a mail is a logo or a line of the signature.
  const isDecoration = isRelated && name.startsWith('image/') && entity.headers.has('content-id');
  const fileName = fileNameOf(entity);
  const isFile = fileName !== '' || /^(?:image\/|application\/|text\/xml$)/.test(name);
  if (!isFile || isDecoration || /^text\/(plain|html|calendar)$/.test(name)) return;
  const bytes = Buffer.from(decodeBody(entity), 'latin1');
  if (bytes.length > 0) files.push({ name: fileName || 'file', bytes });
}
