import { runTransaction } from '../../../kernel/execute.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { AddressRefused, type OutgoingAnswer, OutgoingFailed } from '../../../kernel/ports/outgoing.ts';
import type { RateLimit } from '../../../kernel/security/rate-limits.ts';
import { OAuthError } from '../schema.ts';
import { isMetadataReadSince, upsertMetadataClient } from './client-store.ts';
import { parseClientName, parseRedirectUris } from './register-public-agent.ts';

const MAX_BYTES = 100_000;
const MAX_ADDRESS = 500;
const TIMEOUT_MS = 5000;
const CACHE_MS = 3600 * 1000;

interface Document {
  client_name?: unknown;
  redirect_uris?: unknown;
}

/** Whether a client identifies itself by the address of a document that describes it. */
export function isMetadataAddress(clientId: string): boolean {
  return /^https?:\/\//i.test(clientId);
}

/** Keeps what a program says of itself in the document at its address. */
const storeMetadata = defineTransaction({
  name: 'read-client-metadata',
  events: [],
  run(ctx, { clientId, document }: { clientId: string; document: Document }) {
    const redirect_uris = parseRedirectUris(document.redirect_uris);
    const name = parseClientName(document.client_name) || new URL(clientId).host;
    const client = { client_id: clientId, name, redirect_uris };
    return ctx.finish({ target: clientId.slice(0, 100), ...upsertMetadataClient(client, ctx.now) });
  },
});

/**
 * Reads the document of a client and keeps it for at most an hour (client ID metadata documents). `caller` is the
 * installation: no account vouches for the program.
 */
export async function readClientMetadata(kernel: Kernel, caller: Caller, clientId: string): Promise<void> {
  checkAddress(clientId);
  const horizon = new Date(kernel.clock().getTime() - CACHE_MS);
  if (await isMetadataReadSince(kernel.db, clientId, horizon)) return;
  // Everybody can make the service fetch an address here, so the fetches of one network address are limited.
  const limit: RateLimit = { subject: 'client metadata', address: caller.ip, max: 60, seconds: 3600 };
  await kernel.rateLimiter.record([limit]);
  const document = await fetchDocument(kernel, clientId);
  await runTransaction(kernel, storeMetadata, caller, { clientId, document });
}

/** The address itself: with a path, and in the one spelling that the URL standard gives it. */
function checkAddress(clientId: string): void {
  const url = URL.parse(clientId);
  if (clientId.length > MAX_ADDRESS) refuse(`client_id must have at most ${MAX_ADDRESS} characters`);
  if (!url || url.href !== clientId || url.hash !== '' || url.pathname === '/')
    refuse('client_id must be an https address with a path and without a fragment');
}

async function fetchDocument({ ports }: Kernel, clientId: string): Promise<Document> {
  const answer = await ports.outgoing
    .send({
      url: clientId,
      method: 'GET',
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    .catch((error: unknown) => {
      // One sentence for all causes: a stranger who types names of hosts must not learn which of them exist inside.
      if (error instanceof AddressRefused || error instanceof OutgoingFailed)
        refuse('it cannot be read at that address, which must be https on a public host');
      throw error;
    });
  return parseDocument(answer, clientId);
}

function parseDocument({ status, headers, body, isTruncated }: OutgoingAnswer, clientId: string): Document {
  if (status !== 200) refuse(`its address answered ${status} instead of 200`);
  if (isTruncated) refuse(`the document is larger than ${MAX_BYTES} bytes`);
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    refuse('it is not JSON');
  const document = parseJson(body.toString());
  if (document.client_id !== clientId) refuse('its client_id is not the address that it was read from');
  const method = document.token_endpoint_auth_method ?? 'none';
  if (method !== 'none') refuse('its token_endpoint_auth_method must be none');
  return document;
}

function parseJson(text: string): Document & { client_id?: unknown; token_endpoint_auth_method?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Refused below, like every other value that is no object.
  }
  return refuse('it is not a JSON object');
}

function refuse(why: string): never {
  throw new OAuthError('invalid_client_metadata', `The metadata of this client cannot be used: ${why}`);
}
