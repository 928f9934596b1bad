import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How the server treats mail: it accepts it, or fails in one of the ways in which mail servers fail. */
export type SmtpBehaviour = 'well' | 'refuses' | 'busy' | 'hangs after DATA' | 'dies in DATA';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  messageId: string;
  /** The DSN parameters of the sender, where the server offers the extension. */
  dsn: unknown;
}

/** A mail server that misbehaves on request. */
export class TestSmtp {
  behaviour: SmtpBehaviour = 'well';
  readonly received: ReceivedMail[] = [];
  /** How many mails it did not accept, or did not confirm. */
  failed = 0;
  /** Called before the server confirms a mail. */
  onArrival: (mail: ReceivedMail) => void = () => {};
  /** The server confirms no mail before this promise resolves. */
  ready = Promise.resolve();
  maxConnections = 0;
  #connections = 0;
  readonly #secure: boolean;
  readonly #offersDsn: boolean;
  #server: SMTPServer;

  /** With `secure` it uses TLS with a self-signed certificate; with `offersDsn` it offers the DSN extension. */
  constructor({ secure = false, notices: offersDsn = false } = {}) {
    this.#secure = secure;
    this.#offersDsn = offersDsn;
    this.#server = this.#createServer();
  }

  async start(port = 0): Promise<string> {
    this.#server = this.#createServer();
    // A client may give up in the middle of a handshake.
    this.#server.on('error', () => {});
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server.server, 'listening');
    return `${this.#secure ? 'smtps' : 'smtp'}://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(resolve));
    for (const connection of this.#server.connections as Set<{ close(): void }>) connection.close();
    await closed;
  }

  #createServer(): SMTPServer {
    return new SMTPServer({
      secure: this.#secure,
      hideDSN: !this.#offersDsn,
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 50,
      onConnect: (_session, done) => {
        this.#connections += 1;
        this.maxConnections = Math.max(this.maxConnections, this.#connections);
        done();
      },
      onClose: () => {
        this.#connections -= 1;
      },
      onRcptTo: (_address, _session, done) => {
        if (this.behaviour !== 'refuses') return done();
        this.failed += 1;
        done(reply(550, '5.1.1 No such mailbox'));
      },
      onData: (stream, session, done) => {
        if (this.behaviour !== 'well') this.failed += 1;
        if (this.behaviour === 'dies in DATA') return this.#dropConnections();
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          await this.ready;
          this.#finishMail(Buffer.concat(chunks).toString(), session, done);
        });
      },
    });
  }

  #finishMail(raw: string, session: SMTPServerSession, done: (error?: Error | null) => void): void {
    if (this.behaviour === 'hangs after DATA') return;
    if (this.behaviour === 'busy') {
      done(reply(451, '4.3.0 Try again later'));
      return;
    }
    const { mailFrom, rcptTo } = session.envelope;
    const mail = {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      raw,
      dsn: (session.envelope as { dsn?: unknown }).dsn,
      messageId: /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '',
    };
    this.received.push(mail);
    this.onArrival(mail);
    done();
  }

  #dropConnections(): void {
    for (const connection of this.#server.connections as Set<{ _socket: { destroy(): void } }>) {
      connection._socket.destroy();
    }
  }
}

function reply(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
