import PostalMime, { type Attachment, type Email } from 'postal-mime';

/** A mail that exceeds them is not read: nobody writes such a mail. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 4 };

const EMPTY: Email = { headers: [], headerLines: [], attachments: [] };

/** Parses a mail, or a part of one. Mail servers prepend an mbox "From " line to one that they forward. */
export function parseMail(message: Uint8Array): Promise<Email> {
  const start = Buffer.from(message.subarray(0, 1000)).toString('latin1');
  const [prefix = ''] = /^\s*>?From .*\r?\n/.exec(start) ?? [];
  return PostalMime.parse(message.subarray(prefix.length), LIMITS).catch(() => EMPTY);
}

/** The first header of a name, which is in lower case. */
export function headerOf({ headers }: Email, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? '';
}

export function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}
