import { toError } from '../../domain/values/errors.ts';
import { DeliveryRejected } from '../../kernel/ports/ports.ts';
import { boundedBytes } from '../bounded-text.ts';

export interface AccessPointOptions {
  url: string;
  key: string | undefined;
  /** Timeout of a request. */
  answerMs?: number;
}

interface AccessPointAnswer {
  status: number;
  contentType: string;
  /** Null if there are more than `maxBytes`. */
  bytes: Buffer | null;
}

export interface AccessPointCall {
  method: 'GET' | 'POST';
  /** What follows the address of the service. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
  maxBytes: number;
}

/** Calls the access point with its key. Redirects are not followed, because they would get the key. */
export async function callAccessPoint(
  { url, key, answerMs = 30_000 }: AccessPointOptions,
  { path, headers, maxBytes, ...init }: AccessPointCall,
): Promise<AccessPointAnswer> {
  const common = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  try {
    const response = await fetch(url + path, {
      ...init,
      headers: { ...common, ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    const contentType = response.headers.get('content-type') ?? '';
    return { status: response.status, contentType, bytes: await boundedBytes(response, maxBytes) };
  } catch (error) {
    const isTimeout = toError(error).name === 'TimeoutError';
    const what = isTimeout ? 'did not answer in time' : 'could not be reached';
    throw new DeliveryRejected(`The e-invoice access point ${what}`, { refused: false, cause: error });
  }
}
