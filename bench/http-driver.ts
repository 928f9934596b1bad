/**
 * Sends requests over sockets of its own. It reads no more of an answer than it must, because on a small machine
 * every microsecond that it uses is missing elsewhere.
 */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { drive } from './driver.ts';

export interface HttpSetup {
  host: string;
  port: number;
  connections: number;
  /** Whole requests by the name of the call, ready to be sent. */
  requests: Record<string, Uint8Array[]>;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const SUCCESS = Buffer.from('{"status":true');

drive<HttpSetup>(async ({ host, port, connections, requests }) => {
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(host, port)));
  const worker = (call: string, index: number) => {
    const line = lines[index];
    const choices = requests[call];
    if (!line || !choices) throw new Error(`There is no request for ${call}`);
    return () => line.ask(choices[Math.floor(Math.random() * choices.length)] as Uint8Array);
  };
  const close = async () => {
    for (const line of lines) line.close();
  };
  return { worker, close };
});

/** A connection with one request under way at a time. */
class Line {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#reject(error));
    socket.on('close', () => this.#reject(new Error('The service closed a connection')));
  }

  static async open(host: string, port: number): Promise<Line> {
    const socket = createConnection({ host, port });
    await once(socket, 'connect');
    return new Line(socket);
  }

  ask(request: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = bytes.indexOf(HEAD_END);
    const head = headEnd < 0 ? '' : bytes.toString('latin1', 0, headEnd);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    const bodyStart = headEnd + HEAD_END.length;
    if (length === undefined || bytes.length < bodyStart + Number(length)) {
      this.#received = bytes;
      return;
    }
    this.#received = Buffer.alloc(0);
    const succeeded = SUCCESS.equals(bytes.subarray(bodyStart, bodyStart + SUCCESS.length));
    if (succeeded) this.#resolve();
    else this.#reject(new Error(`The service refused: ${bytes.toString()}`));
  }
}
