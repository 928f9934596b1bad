import type { Attachment, Email } from 'postal-mime';
import { replyText } from '../../domain/strings/reply-text.ts';
import type { ReceiptMail } from '../../kernel/ports/documents.ts';
import { bytesOf, headerOf, parseMail } from './parse-mail.ts';

const MAX_FILES = 20;
/** Of mails that are attached to each other. */
const MAX_DEPTH = 4;
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'];
const MAX_RECIPIENTS = 50;
/** What is read of a text; the rest is what it quotes. */
const MAX_TEXT = 20_000;
const ADDRESS = /[^\s<>,;:"()]+@[^\s<>,;:"()]+/g;

/** The files of a mail with receipts, and who sent it to whom. Parts that are text are no files, whatever they say. */
export async function parseReceiptMail(message: Uint8Array): Promise<ReceiptMail> {
  const mail = await parseMail(message);
  const recipients = RECIPIENT_HEADERS.flatMap((name) => headerOf(mail, name).match(ADDRESS) ?? []);
  return {
    recipients: recipients.slice(0, MAX_RECIPIENTS),
    from: senderOf(headerOf(mail, 'from')),
    subject: mail.subject ?? '',
    // A mail without a Message-ID is identified by its first characters.
    messageId: mail.messageId || Buffer.from(message.subarray(0, 10_000)).toString('latin1'),
    text: replyText((mail.text ?? '').slice(0, MAX_TEXT)),
    files: (await findFiles(mail, 0)).slice(0, MAX_FILES),
  };
}

/** The address after the display name, which may hold any text. */
function senderOf(from: string): string {
  return (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.match(ADDRESS)?.at(-1) ?? '').trim().toLowerCase();
}

/** A mail that was forwarded as an attachment has files too. */
async function findFiles({ attachments }: Email, depth: number): Promise<ReceiptMail['files']> {
  const files: ReceiptMail['files'] = [];
  for (const one of attachments.slice(0, MAX_FILES)) {
    if (one.mimeType !== 'message/rfc822') files.push(...toFile(one));
    else if (depth < MAX_DEPTH) files.push(...(await findFiles(await parseMail(bytesOf(one)), depth + 1)));
  }
  return files;
}

function toFile(attachment: Attachment): ReceiptMail['files'] {
  const { filename, mimeType, related } = attachment;
  // A picture that belongs to the HTML of a mail is a logo or a line of the signature.
  const isDecoration = related === true && mimeType.startsWith('image/');
  const isFile = filename !== null || /^(?:image\/|application\/|text\/xml$)/.test(mimeType);
  if (!isFile || isDecoration || /^text\/(plain|html|calendar)$/.test(mimeType)) return [];
  const bytes = bytesOf(attachment);
  return bytes.length > 0 ? [{ name: filename || 'file', bytes }] : [];
}
