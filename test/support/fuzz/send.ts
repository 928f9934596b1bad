import { type Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Random } from './random.ts';
import type { FuzzRequest } from './request.ts';

export interface FuzzAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const ANSWER_LIMIT_MS = 120_000;
/** Longer answers, such as the list of all mails, are read but not checked. */
const KEPT_BYTES = 2_000_000;

/** Sends a request. Null where no HTTP client could send it. */
export function send(url: string, agent: Agent, sent: FuzzRequest): Promise<FuzzAnswer | null> {
  return new Promise((resolve, reject) => {
    let outgoing: ReturnType<typeof httpRequest>;
    try {
      const { method, headers, body } = sent;
      outgoing = httpRequest(url + sent.path, { method, headers, agent });
      if (body) outgoing.setHeader('content-length', body.length);
    } catch {
      // The client refuses an invalid header value itself; sendRaw covers those.
      resolve(null);
      return;
    }
    outgoing.setTimeout(ANSWER_LIMIT_MS, () => outgoing.destroy(new Error('no answer')));
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        if (size < KEPT_BYTES) chunks.push(chunk);
        size += chunk.length;
      });
      response.once('error', reject);
      response.once('end', () => {
        const text = size < KEPT_BYTES ? Buffer.concat(chunks).toString('utf8') : '';
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    // The server closes a connection whose body it does not read to the end, which is an answer too.
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || (error.code === 'ECONNRESET' && (sent.body?.length ?? 0) > 60_000)
        ? resolve(null)
        : reject(error),
    );
    outgoing.end(sent.body);
  });
}

const RAW = [
  'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'POST /api/v1/hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/v1/hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n',
  'POST /agent/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'GET /api/v1/hello?a=\xff\xfe HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
  'GET http://evil.example/console HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'GET /console HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET /pay/%00 HTTP/1.1\r\nHost: x\r\nCookie: a=%00; =; \x01\r\nConnection: close\r\n\r\n',
];

/** Sends bytes that are nearly HTTP, and answers the first line of the reply; empty where the server just closes. */
export function sendRaw(url: string, random: Random): Promise<{ sent: string; line: string }> {
  const bytes = Buffer.from(random.pick(RAW), 'latin1');
  for (let n = random.below(4); n > 0; n--) bytes[random.below(bytes.length)] = random.below(256);
  const sent = JSON.stringify(bytes.toString('latin1'));
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    const finish = () => {
      socket.destroy();
      resolve({ sent, line: text.split('\r\n', 1)[0] ?? '' });
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n')) finish();
    });
    socket.once('error', finish).once('close', finish);
    // Half a request waits for its rest, as it should.
    socket.setTimeout(300, finish);
    socket.write(bytes);
  });
}
