import nodemailer, { type Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { DeliveryRejected, type Mail, type MailBounce, type MailMessage } from '../../kernel/ports/ports.ts';
import { plain } from './plain.ts';
import { DELIVERY_HEADER, returnIn } from './returns.ts';

interface SmtpOptions {
  url: string;
  /** The address that all mail is sent from. */
  from: string;
  /** Where mail servers send what they cannot deliver; the sender's address unless it is set. */
  returns?: string | undefined;
  /** How long the server may take to be reached, to greet, and to answer anything later. */
  connectMs?: number;
  greetingMs?: number;
  answerMs?: number;
  /** How long a mail may take in all; a server that says a word now and then could hold it for ever. */
  mailMs?: number;
}

const CONNECTIONS = 8;
const MAILS_PER_CONNECTION = 100;

/** Mail over SMTP by a few connections that are kept. It tries once; trying again is the caller's business. */
export class SmtpMail implements Mail {
  readonly #options: SmtpOptions;
  readonly #from: string;
  #pool: Transporter;

  constructor(options: SmtpOptions) {
    this.#options = options;
    this.#from = options.from;
    this.#pool = nodemailer.createTransport(poolOf(options));
  }

  async send(message: MailMessage): Promise<void> {
    const pool = this.#pool;
    try {
      await within(this.#options.mailMs ?? 120_000, pool.sendMail(this.#written(message)), () =>
        this.#replace(pool),
      );
    } catch (error) {
      throw undelivered(error as SmtpError);
    }
  }

  /** A connection that is held for ever would keep its place in the pool. */
  #replace(pool: Transporter): void {
    if (this.#pool !== pool) return;
    this.#pool = nodemailer.createTransport(poolOf(this.#options));
    forceClose(pool);
  }

  hear(message: Uint8Array): MailBounce | null {
    return returnIn(message);
  }

  #written(message: MailMessage) {
    const { id, fromName, replyTo, to, subject, text, html, lang, attachments, delivery } = message;
    const { returns = this.#from } = this.#options;
    return {
      envelope: { from: returns, to },
      // Servers that can are asked to send back no more than the headers.
      ...(delivery && { dsn: { id: delivery, return: 'headers', notify: ['failure', 'delay'] } }),
      messageId: `<${id}@${this.#from.split('@')[1]}>`,
      from: { name: plain(fromName), address: this.#from },
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: plain(fromName), address: replyTo } }),
      subject: plain(subject),
      text,
      html,
      headers: {
        'Content-Language': lang,
        'Auto-Submitted': 'auto-generated',
        ...(delivery && { [DELIVERY_HEADER]: delivery }),
      },
      attachments: attachments.map(({ filename, contentType, content, cid }) => ({
        filename: plain(filename),
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

/** The types do not know of `force`, without which connections in use stay open. */
function forceClose(pool: Transporter): void {
  (pool.close as (options: { force: boolean }) => void).call(pool, { force: true });
}

/**
 * `smtps:` speaks TLS from the start. `smtp:` must turn to it before anything is said, unless the server is on
 * this machine or the address ends with `?tls=optional`.
 */
function poolOf(options: SmtpOptions): SMTPPool.Options {
  const url = new URL(options.url);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  return {
    pool: true,
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isHere && url.searchParams.get('tls') !== 'optional',
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    // A connection that ends in the middle may have delivered: only who keeps the books may decide to try again.
    maxRequeues: 0,
    connectionTimeout: options.connectMs ?? 10_000,
    dnsTimeout: options.connectMs ?? 10_000,
    greetingTimeout: options.greetingMs ?? 10_000,
    socketTimeout: options.answerMs ?? 30_000,
  };
}

async function within(ms: number, work: Promise<unknown>, onLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('It took too long'), { code: 'ETIMEDOUT' }));
      onLate();
    }, ms);
  });
  try {
    await Promise.race([work, late]);
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

/** Said without addresses of machines: whoever sent the invoice reads it. */
function undelivered(error: SmtpError): DeliveryRejected {
  const { code = '', command = '', response = '', responseCode = 0, message } = error;
  const aboutMail = /^(RCPT TO|DATA|API)/.test(command);
  const refused = aboutMail && responseCode >= 500;
  return new DeliveryRejected(reasonOf(code, response, message), { refused, cause: error });
}

function reasonOf(code: string, response: string, cause: string): string {
  if (code === 'EAUTH') return 'The mail server does not let this service in';
  if (response) return `The mail server answered: ${plain(response).slice(0, 300)}`;
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time';
  if (code === 'ETLS' || /certificate/i.test(cause)) return 'The mail server offers no safe connection';
  if (code === 'EENVELOPE') return 'The e-mail address is not one that mail can be sent to';
  return 'The mail server could not be reached, or ended the connection';
}
