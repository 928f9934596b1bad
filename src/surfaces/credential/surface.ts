import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { runList, runRead, runWrite } from '../../kernel/execute.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { Operation } from '../../kernel/operations/operation.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';
import { dryRunOf, rehearsalFields, withoutFlag } from '../http/answers/dry-run.ts';
import { objectSchema } from '../http/answers/operation-schema.ts';
import { connectionOf } from '../http/callers/caller.ts';
import { bodyLimitFor } from '../http/request/body-limits.ts';
import { declareDryRunSupport, markRehearsal } from '../http/request/dry-run-flag.ts';
import { type Fields, mergeFields, readFields, refuseIgnoredBody } from '../http/request/fields.ts';
import { tellIgnoredFields } from '../http/request/ignored-fields.ts';
import { serveMethods } from '../http/server/methods.ts';
import { authenticate } from './auth.ts';
import { sendEnvelope, sendFailure, sendList } from './envelope.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/** The credential API: username and api_key, form fields in, envelopes out. */
export async function credentialSurface(
  app: FastifyInstance,
  { kernel, accounts }: { kernel: Kernel; accounts: AccountCache },
): Promise<void> {
  declareDryRunSupport(app);
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  // Programs that were written for this API name its documentation by this address.
  const toDocs = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/docs');
  serveMethods(app, '/document', { GET: toDocs, HEAD: toDocs });
  for (const route of routes) {
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      serve(kernel, accounts, route, request, reply);
    const isWrite = route.operation.kind === 'write';
    const handlers = isWrite ? { POST: handler } : { GET: handler, POST: handler };
    serveMethods(app, `/${route.path}`, handlers, bodyLimitFor([route.operation]));
  }
}

async function serve(
  kernel: Kernel,
  accounts: AccountCache,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { operation, input } = route;
  const sent = await readFields(request);
  const isWrite = operation.kind === 'write';
  const dryRun = isWrite ? dryRunOf(request, sent.body) : {};
  if (isWrite) markRehearsal(request, reply);
  const identify = () => authenticate(request, { ...sent.query, ...sent.body }, accounts);
  const caller = { ...(await identify()), connection: connectionOf(reply, identify) };
  refuseIgnoredBody(request);
  const { username: _username, api_key: _apiKey, ...fields } = mergeFields(sent);
  const given: Fields = isWrite ? withoutFlag(fields) : fields;
  const raw = input.decode(given, objectSchema(operation));
  tellIgnoredFields(request, reply, operation, raw, input.ignores?.(given) ?? []);
  if (route.list) {
    const { list } = route;
    const call = {
      address: `${kernel.policy.baseUrl}/api/v1/${route.path}`,
      fields: knownFields(operation, fields),
    };
    const afterRows = (end: unknown) => list.encodeEnd(end, call);
    return sendList(reply, runList(kernel, route.operation, caller, raw), afterRows);
  }
  if (route.operation.kind === 'read') {
    return sendEnvelope(reply, route.output.encode(await runRead(kernel, route.operation, caller, raw)));
  }
  const written = await runWrite(kernel, route.operation, { ...caller, ...dryRun }, raw);
  const envelope = { ...route.output.encode(written.output), ...rehearsalFields(written) };
  return sendEnvelope(reply.code(route.status), envelope);
}

function knownFields({ input }: Operation, sent: Fields): Fields {
  const shape = input instanceof z.ZodObject ? input.shape : {};
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => Object.hasOwn(shape, name) && value !== ''),
  );
}
