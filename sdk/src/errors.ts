/** What went wrong besides its message. */
interface ErrorDetails {
  code: string;
  /** HTTP status; 0 where no answer came. */
  status?: number;
  requestId?: string | null;
  answer?: Record<string, unknown> | null;
  cause?: unknown;
}

/** A refusal by the service, or a failure to reach it. `message` says what to do. */
export class KvittError extends Error {
  /** A stable code for programs, such as `customer_not_found` or `connection_failed`. */
  readonly code: string;
  /** HTTP status of the answer; 0 where no answer came. A refusal by a rule has status 200. */
  readonly status: number;
  /** The header `x-request-id`, which names the call in the logs of the service. */
  readonly requestId: string | null;
  /** The whole answer, such as the `proposal` of a write that waits for approval; null where it was no JSON object. */
  readonly answer: Record<string, unknown> | null;

  constructor(message: string, { code, status = 0, requestId = null, answer = null, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'KvittError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.answer = answer;
  }
}

/** Makes the error of an answer that is no success. */
export function toError(response: Response, answer: Record<string, unknown> | null): KvittError {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const message = typeof answer?.message === 'string' ? answer.message : describeStatus(response);
  return new KvittError(message, { code: codeOf(response, answer), status, requestId, answer });
}

/** 401 and 403 of the agent API carry their code in WWW-Authenticate alone. */
function codeOf({ status, headers }: Response, answer: Record<string, unknown> | null): string {
  for (const code of [answer?.error_code, answer?.code]) if (typeof code === 'string') return code;
  const challenge = headers.get('www-authenticate') ?? '';
  const [, error] = /\berror="([^"]+)"/.exec(challenge) ?? [];
  const [, description] = /\berror_description="([a-z_]+)"/.exec(challenge) ?? [];
  return description ?? error ?? `http_${status}`;
}

function describeStatus({ status, headers }: Response): string {
  if (status === 0 || (status >= 300 && status < 400))
    return `The service redirects to ${headers.get('location') ?? 'another address'}. Use the final address as url.`;
  return `The service answered ${status} without an explanation.`;
}
