import nodemailer, { type Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { type Mail, type MailMessage, Undelivered } from '../../kernel/ports.ts';

export interface SmtpOptions {
  url: string;
  /** The address that all mail is sent from. */
  from: string;
  /** How long the server may take to be reached, to greet, and to answer anything later. */
  connectMs?: number;
  greetingMs?: number;
  answerMs?: number;
}

const CONNECTIONS = 8;
const MAILS_PER_CONNECTION = 100;

/** Mail over SMTP by a few connections that are kept. It tries once; trying again is the caller's business. */
export class SmtpMail implements Mail {
  readonly #transport: Transporter;
  readonly #from: string;

  constructor(options: SmtpOptions) {
    this.#from = options.from;
    this.#transport = nodemailer.createTransport(poolOf(options));
  }

  async send(message: MailMessage): Promise<void> {
    const { id, fromName, replyTo, to, subject, text, html, lang, attachments } = message;
    try {
      await this.#transport.sendMail({
        messageId: `<${id}@${this.#from.split('@')[1]}>`,
        from: { name: plain(fromName), address: this.#from },
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: plain(fromName), address: replyTo } }),
        subject: plain(subject),
        text,
        html,
        headers: { 'Content-Language': lang, 'Auto-Submitted': 'auto-generated' },
        attachments: attachments.map(({ content, ...about }) => ({
          ...about,
          content: Buffer.from(content),
        })),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw undelivered(error as SmtpError);
    }
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
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

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Said without addresses of machines: whoever sent the invoice reads it. */
function undelivered(error: SmtpError): Undelivered {
  const { code = '', command = '', response = '', responseCode = 0 } = error;
  const aboutMail = /^(RCPT TO|DATA|API)/.test(command);
  const refused = aboutMail && responseCode >= 500;
  return new Undelivered(reasonOf(code, response), { refused, cause: error });
}

function reasonOf(code: string, response: string): string {
  if (code === 'EAUTH') return 'The mail server does not let this service in';
  if (response) return `The mail server answered: ${plain(response).slice(0, 300)}`;
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time';
  if (code === 'ETLS') return 'The mail server offers no safe connection';
  if (code === 'EENVELOPE') return 'The e-mail address is not one that mail can be sent to';
  return 'The mail server could not be reached, or ended the connection';
}

/** One line without control characters, which have no place in a header. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
}
