import {
  Agent,
  type RequestOptions as HttpOptions,
  type IncomingMessage,
  request as openRequest,
} from 'node:http';

/** `fetch` takes twice the CPU time of `node:http` for each call, and the tests make more than a hundred thousand. */
const agent = new Agent({ keepAlive: true });

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | URLSearchParams | FormData;
}

/** An answer that was read whole, with the parts of `Response` that tests use. */
export interface HttpAnswer {
  status: number;
  headers: Headers;
  text(): string;
  json(): any;
}

/** Sends a request over a connection that is kept open; a redirect is answered and not followed. */
export async function request(
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<HttpAnswer> {
  const sent = await encode(body);
  const response = await open(url, { method, agent, headers: { ...sent.headers, ...headers } }, sent.bytes);
  const text = await read(response);
  const { statusCode: status = 0, rawHeaders } = response;
  return {
    status,
    get headers() {
      return toHeaders(rawHeaders);
    },
    text: () => text,
    json: () => JSON.parse(text),
  };
}

/** Events take less time than the iterator of a stream. */
function read(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let text = '';
    response.on('data', (chunk: string) => {
      text += chunk;
    });
    response.once('end', () => resolve(text)).once('error', reject);
  });
}

/** A connection that was kept open may be closed by the node just now; then the request goes over a new one. */
function open(url: string, options: HttpOptions, bytes: Uint8Array | string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(url, options, resolve);
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(open(url, options, bytes));
      else reject(error);
    });
    outgoing.end(bytes);
  });
}

/** The bytes of a body, and the headers that `fetch` would set for it. */
async function encode(
  body: RequestOptions['body'],
): Promise<{ bytes: Uint8Array | string; headers: Record<string, string | number> }> {
  if (body === undefined) return { bytes: '', headers: {} };
  if (body instanceof FormData) {
    const form = new Response(body);
    const bytes = await form.bytes();
    return { bytes, headers: { ...sized(bytes), 'content-type': form.headers.get('content-type') ?? '' } };
  }
  if (body instanceof URLSearchParams) {
    const bytes = body.toString();
    return {
      bytes,
      headers: { ...sized(bytes), 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    };
  }
  const isText = typeof body === 'string';
  return {
    bytes: body,
    headers: { ...sized(body), ...(isText && { 'content-type': 'text/plain;charset=UTF-8' }) },
  };
}

function sized(bytes: Uint8Array | string): { 'content-length': number } {
  return { 'content-length': Buffer.byteLength(bytes) };
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '');
  return headers;
}
