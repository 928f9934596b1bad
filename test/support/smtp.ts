import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How the server treats mail: it takes it, or fails in one of the ways that mail servers fail in. */
export type Manners = 'well' | 'refuses' | 'busy' | 'hangs after DATA' | 'dies in DATA';

export interface Arrived {
  from: string;
  to: string[];
  raw: string;
  messageId: string;
  /** What the sender wants to hear of it, where the server offers to tell. */
  dsn: unknown;
}

/** A mail server that misbehaves when it is told to. */
export class TestSmtp {
  manners: Manners = 'well';
  readonly arrived: Arrived[] = [];
  /** Called before the server says that it has taken a mail. */
  onArrival: (mail: Arrived) => void = () => {};
  /** No mail is taken before. */
  ready = Promise.resolve();
  most = 0;
  #connections = 0;
  readonly #secure: boolean;
  readonly #notices: boolean;
  #server: SMTPServer;

  /** With `secure` it speaks TLS by a certificate that nobody has signed; with `notices` it offers the DSN extension. */
  constructor({ secure = false, notices = false } = {}) {
    this.#secure = secure;
    this.#notices = notices;
    this.#server = this.#make();
  }

  async start(port = 0): Promise<string> {
    this.#server = this.#make();
    // A client that gives up in the middle of a handshake is no trouble of the server's.
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

  #make(): SMTPServer {
    return new SMTPServer({
      secure: this.#secure,
      hideDSN: !this.#notices,
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 50,
      onConnect: (_session, done) => {
        this.#connections += 1;
        this.most = Math.max(this.most, this.#connections);
        done();
      },
      onClose: () => {
        this.#connections -= 1;
      },
      onRcptTo: (_address, _session, done) =>
        done(this.manners === 'refuses' ? reply(550, '5.1.1 No such mailbox') : null),
      onData: (stream, session, done) => {
        if (this.manners === 'dies in DATA') return this.#die();
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          await this.ready;
          this.#end(Buffer.concat(chunks).toString(), session, done);
        });
      },
    });
  }

  #end(raw: string, session: SMTPServerSession, done: (error?: Error | null) => void): void {
    if (this.manners === 'hangs after DATA') return;
    if (this.manners === 'busy') {
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
    this.arrived.push(mail);
    this.onArrival(mail);
    done();
  }

  #die(): void {
    for (const connection of this.#server.connections as Set<{ _socket: { destroy(): void } }>) {
      connection._socket.destroy();
    }
  }
}

function reply(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
