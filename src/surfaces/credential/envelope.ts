import type { FastifyReply, FastifyRequest } from 'fastify';
import { RecordsRefused } from '../../kernel/operations/record-import.ts';
import { failureOf, withStatus } from '../http/answers/failures.ts';
import { JSON_TYPE, jsonWithList } from '../http/answers/json-list.ts';
import { markRehearsal } from '../http/request/dry-run-flag.ts';

/** RFC 9110 requires WWW-Authenticate on every 401. */
const CHALLENGE = 'Basic realm="Kvitt", charset="UTF-8"';

export function sendEnvelope(reply: FastifyReply, envelope: object): FastifyReply {
  return reply.type(JSON_TYPE).send(JSON.stringify(envelope));
}

/** Streams a list. `afterRows` makes the fields that follow it from the iterator's return value. */
export async function sendList(
  reply: FastifyReply,
  rows: AsyncIterable<unknown[]>,
  afterRows: (end: unknown) => object,
): Promise<FastifyReply> {
  const tail = (end: unknown) => {
    const fields = JSON.stringify(afterRows(end)).slice(1);
    return fields === '}' ? fields : `,${fields}`;
  };
  return reply
    .type(JSON_TYPE)
    .send(await jsonWithList('{"status":true,"message":"OK","result":', rows, tail));
}

/** A refusal by a rule is answered with 200 and status false; only failures that concern HTTP have their own status. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request);
  const { code, message } = failure;
  const result = failure instanceof RecordsRefused ? failure.result : null;
  if (failure.kind === 'unauthenticated') reply.header('www-authenticate', CHALLENGE);
  markRehearsal(request, reply);
  return withStatus(reply, failure, () => 200)
    .type(JSON_TYPE)
    .send(JSON.stringify({ status: false, message, result, error_code: code }));
}
