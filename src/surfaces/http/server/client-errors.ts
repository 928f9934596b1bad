import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Failure, fail, failure } from '../../../kernel/failures/failure.ts';
import type { NewGuid } from '../../../kernel/node/ids.ts';
import { http } from '../../../kernel/node/node-http.ts';
import { NO_STORE } from './security-headers.ts';

interface RawAnswer {
  status: number;
  failure: Failure;
}

const TOO_MUCH = `${http.maxHeaderSize / 1024} kB of address and headers`;

/** The answer to a request that Node could not parse, by Node's error code. */
export function clientErrorAnswer(code: string | undefined, timeoutSeconds: number): RawAnswer {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, failure: failure('too_large', TOO_MUCH) };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, failure: failure('too_large', '16 kB of chunk extensions') };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        failure: failure('request_unreadable', `it did not arrive within ${timeoutSeconds} seconds`),
      };
    default:
      return {
        status: 400,
        failure: failure(
          'request_unreadable',
          'it is not well-formed HTTP; percent-encode everything in the address that is not ASCII',
        ),
      };
  }
}

/** Writes the answer straight to the socket, because an unparsable request never reaches a route. */
export function clientErrorHandler(newGuid: NewGuid, timeoutSeconds: number) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) {
      const { status, failure: refusal } = clientErrorAnswer(error.code, timeoutSeconds);
      const body = bodyOf(refusal);
      socket.write(
        [
          `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
          `x-request-id: ${newGuid()}`,
          'content-type: application/json; charset=utf-8',
          `content-length: ${Buffer.byteLength(body)}`,
          ...Object.entries(NO_STORE).map(([name, value]) => `${name}: ${value}`),
          'connection: close',
          '',
          body,
        ].join('\r\n'),
      );
    }
    socket.destroy(error);
  };
}

/** Replaces the answers that Node gives by itself, which have an empty body, with JSON. */
export function replaceNodeAnswers(app: FastifyInstance, newGuid: NewGuid): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = failure('request_unreadable', 'only 100-continue can be expected of this service');
    response.writeHead(417, {
      'x-request-id': newGuid(),
      'content-type': 'application/json; charset=utf-8',
      ...NO_STORE,
      connection: 'close',
    });
    response.end(bodyOf(refusal));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { httpVersion, rawHeaders } = request.raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at] ?? '')) hosts += 1;
    if (httpVersion === '1.1' && hosts === 0) fail('request_unreadable', 'send a Host header');
    // A proxy and this service could each believe another one of them.
    if (hosts > 1) fail('request_unreadable', 'send one Host header');
    done();
  });
}

function isHost(name: string): boolean {
  return name.length === 'host'.length && name.toLowerCase() === 'host';
}

function bodyOf({ code, message }: Failure): string {
  return JSON.stringify({ status: false, message, result: null, error_code: code });
}
