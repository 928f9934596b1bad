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
const LINE_END = Buffer.from('\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');
/** So much of an answer is looked at, and shown where it is a refusal. */
const MOST_SHOWN = 1000;
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
  #received: Buffer[] = [];
  #size = 0;
  #head: Head | null = null;
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
    this.#received.push(chunk);
    this.#size += chunk.length;
    this.#head ??= headOf(this.#received);
    if (!this.#head || !this.#isWhole(this.#head)) return;
    const { bodyStart, length } = this.#head;
    const bytes = Buffer.concat(this.#received, Math.min(this.#size, bodyStart + MOST_SHOWN));
    // Chunks have their size in a line before them.
    const start = length === null ? bytes.indexOf(LINE_END, bodyStart) + LINE_END.length : bodyStart;
    const succeeded = SUCCESS.equals(bytes.subarray(start, start + SUCCESS.length));
    [this.#received, this.#size, this.#head] = [[], 0, null];
    if (succeeded) this.#resolve();
    else this.#reject(new Error(`The service refused: ${bytes.toString()}`));
  }

  #isWhole({ bodyStart, length }: Head): boolean {
    if (length !== null) return this.#size >= bodyStart + length;
    const most = LAST_CHUNK.length;
    const ends = this.#received.slice(-most).map((chunk) => chunk.subarray(-most));
    return Buffer.concat(ends).subarray(-most).equals(LAST_CHUNK);
  }
}

interface Head {
  bodyStart: number;
  /** Null where the body comes in chunks, as long lists do. */
  length: number | null;
}

function headOf(received: Buffer[]): Head | null {
  const bytes = received.length === 1 ? (received[0] as Buffer) : Buffer.concat(received);
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
  return { bodyStart: end + HEAD_END.length, length: length === undefined ? null : Number(length) };
}
