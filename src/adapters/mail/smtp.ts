import nodemailer, { type Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { toOneLine } from '../../domain/strings/one-line.ts';
import { DeliveryRejected, type Mail, type MailMessage } from '../../kernel/ports/ports.ts';
import { DELIVERY_HEADER } from './bounces.ts';

interface SmtpOptions {
  url: string;
  /** The sender address of all mail. */
  from: string;
  /** Envelope sender, to which mail servers return bounces; defaults to `from`. */
  returns?: string | undefined;
  /** Timeouts for connecting, for the greeting, and for every later response. */
  connectMs?: number;
  greetingMs?: number;
  answerMs?: number;
  /** Timeout for a whole mail, against a server that sends a few bytes now and then and never trips the others. */
  mailMs?: number;
}

const CONNECTIONS = 8;
const MAILS_PER_CONNECTION = 100;

/** SMTP client with a connection pool. It makes one attempt; retries are up to the job queue. */
export class SmtpMail implements Mail {
  readonly #options: SmtpOptions;
  readonly #from: string;
  #pool: Transporter;

  constructor(options: SmtpOptions) {
    this.#options = options;
    this.#from = options.from;
    this.#pool = nodemailer.createTransport(poolOptions(options));
  }

  async send(message: MailMessage): Promise<void> {
    const pool = this.#pool;
    try {
      await withTimeout(this.#options.mailMs ?? 120_000, pool.sendMail(this.#toMail(message)), () =>
        this.#replace(pool),
      );
    } catch (error) {
      throw toRejection(error as SmtpError);
    }
  }

  /** Connects and signs in, without sending anything. */
  async verify(): Promise<void> {
    await this.#pool.verify();
  }

  /** A connection that hangs would occupy its slot in the pool, so the whole pool is replaced. */
  #replace(pool: Transporter): void {
    if (this.#pool !== pool) return;
    this.#pool = nodemailer.createTransport(poolOptions(this.#options));
    forceClose(pool);
  }

  #toMail(message: MailMessage) {
    const { id, inReplyTo, fromName, replyTo, to, subject, text, html, lang, attachments, delivery } =
      message;
    const messageId = (of: string) => `<${of}@${this.#from.split('@')[1]}>`;
    const { returns = this.#from } = this.#options;
    return {
      envelope: { from: returns, to },
      // Asks servers that support DSN to return only the headers.
      ...(delivery && { dsn: { id: delivery, return: 'headers', notify: ['failure', 'delay'] } }),
      messageId: messageId(id),
      ...(inReplyTo && { inReplyTo: messageId(inReplyTo), references: messageId(inReplyTo) }),
      from: { name: toOneLine(fromName), address: this.#from },
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: toOneLine(fromName), address: replyTo } }),
      subject: toOneLine(subject),
      text,
      html,
      headers: {
        'Content-Language': lang,
        'Auto-Submitted': 'auto-generated',
        ...(delivery && { [DELIVERY_HEADER]: delivery }),
      },
      attachments: attachments.map(({ filename, contentType, content, cid }) => ({
        filename: toOneLine(filename),
        contentType,
        content: Buffer.from(content),
        ...(cid && { cid, contentDisposition: 'inline' as const }),
      })),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  async close(): Promise<void> {
    forceClose(this.#pool);
  }
}

/** `force` is missing in the types; without it, connections in use stay open. */
function forceClose(pool: Transporter): void {
  (pool.close as (options: { force: boolean }) => void).call(pool, { force: true });
}

/**
 * `smtps:` uses TLS from the start. `smtp:` requires STARTTLS, unless the server is on this machine or the address
 * ends with `?tls=optional`.
 */
function poolOptions(options: SmtpOptions): SMTPPool.Options {
  const url = new URL(options.url);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  return {
    pool: true,
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isLocal && url.searchParams.get('tls') !== 'optional',
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    // An aborted connection may have delivered the mail, so only the job queue may decide to retry.
    maxRequeues: 0,
    connectionTimeout: options.connectMs ?? 10_000,
    dnsTimeout: options.connectMs ?? 10_000,
    greetingTimeout: options.greetingMs ?? 10_000,
    socketTimeout: options.answerMs ?? 30_000,
  };
}

async function withTimeout(ms: number, work: Promise<unknown>, onTimeout: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('It took too long'), { code: 'ETIMEDOUT' }));
      onTimeout();
    }, ms);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Without host names, because the account's users read these reasons. */
function toRejection(error: SmtpError): DeliveryRejected {
  const { code = '', command = '', response = '', responseCode = 0, message } = error;
  const concernsMail = /^(RCPT TO|DATA|API)/.test(command);
  const refused = concernsMail && responseCode >= 500;
  return new DeliveryRejected(failureReason(code, response, message), { refused, cause: error });
}

function failureReason(code: string, response: string, cause: string): string {
  if (code === 'EAUTH') return 'The mail server does not let this service in';
  if (response) return `The mail server answered: ${toOneLine(response).slice(0, 300)}`;
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time';
  if (code === 'ETLS' || /certificate/i.test(cause)) return 'The mail server offers no safe connection';
  if (code === 'EENVELOPE') return 'The e-mail address is not one that mail can be sent to';
  return 'The mail server could not be reached, or ended the connection';
}
