import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');
/** The part of a response that is inspected, and printed if it is an error. */
const MAX_INSPECTED = 1000;
/** The credential API and MCP answer a refusal with 200. */
const REFUSAL = /^\{"status":false|"isError":true|"error":\{/;
const STATUS_START = 'HTTP/1.1 '.length;

/** A connection with one request in flight. */
export class Connection {
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

  static async open(host: string, port: number): Promise<Connection> {
    const socket = createConnection({ host, port });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  send(request: Uint8Array): Promise<void> {
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
    this.#head ??= parseHead(this.#received);
    if (!this.#head || !this.#isWhole(this.#head)) return;
    const { status, bodyStart, length } = this.#head;
    const bytes = Buffer.concat(this.#received, Math.min(this.#size, bodyStart + MAX_INSPECTED));
    // Each chunk begins with a line that has its size.
    const start = length === null ? bytes.indexOf(LINE_END, bodyStart) + LINE_END.length : bodyStart;
    const succeeded = (status === 200 || status === 201) && !REFUSAL.test(bytes.toString('latin1', start));
    [this.#received, this.#size, this.#head] = [[], 0, null];
    if (succeeded) this.#resolve();
    else this.#reject(new Error(`The service refused: ${bytes.toString()}`));
  }

  #isWhole({ bodyStart, length }: Head): boolean {
    if (length !== null) return this.#size >= bodyStart + length;
    const tailLength = LAST_CHUNK.length;
    const ends = this.#received.slice(-tailLength).map((chunk) => chunk.subarray(-tailLength));
    return Buffer.concat(ends).subarray(-tailLength).equals(LAST_CHUNK);
  }
}

interface Head {
  status: number;
  bodyStart: number;
  /** Null for a chunked body, as long lists have. */
  length: number | null;
}

function parseHead(received: Buffer[]): Head | null {
  const bytes = received.length === 1 ? (received[0] as Buffer) : Buffer.concat(received);
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return {
    status: Number(head.slice(STATUS_START, STATUS_START + 3)),
    bodyStart: end + HEAD_END.length,
    length: length === undefined ? null : Number(length),
  };
}
