import { redirectViolation } from '../../../domain/access/redirect-uris.ts';
import { toOneLine } from '../../../domain/strings/one-line.ts';
import { longText } from '../../../kernel/fields/input-fields.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { OAuthError } from '../schema.ts';
import { insertClient } from './client-store.ts';

const MAX_REDIRECT_URIS = 10;

/** What a program says of itself, as it was sent. */
interface SelfRegistration {
  redirect_uris: unknown;
  client_name: unknown;
}

/** A program registers itself (RFC 7591). It gets no secret, because a public client cannot keep one. */
export const registerPublicClient = defineTransaction({
  name: 'register-public-agent',
  events: [],
  async run(ctx, input: SelfRegistration) {
    const redirect_uris = parseRedirectUris(input.redirect_uris);
    const name = parseClientName(input.client_name) || new URL(redirect_uris[0] ?? '').host;
    const client_id = ctx.newGuid();
    const client = {
      account_id: 0,
      client_id,
      name,
      description: '',
      redirect_uris,
      secret_digest: null,
      registered_by: null,
    };
    await ctx.finish({ target: client_id, ...insertClient(client, ctx.now) });
    return { client_id, client_name: name, redirect_uris };
  },
});

export function parseRedirectUris(input: unknown): string[] {
  if (!Array.isArray(input) || input.length === 0 || input.length > MAX_REDIRECT_URIS) {
    throw new OAuthError(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${MAX_REDIRECT_URIS} addresses`,
    );
  }
  for (const address of input) {
    const problem =
      typeof address === 'string' ? redirectViolation(address, { loopback: true }) : 'must be texts';
    if (problem) throw new OAuthError('invalid_redirect_uri', `redirect_uris ${problem}`);
  }
  return input;
}

export function parseClientName(input: unknown): string {
  if (input === undefined || input === null) return '';
  const parsed = longText(100).optional().safeParse(input);
  if (parsed.data && toOneLine(parsed.data) !== parsed.data)
    throw new OAuthError(
      'invalid_client_metadata',
      'client_name must be one line, without characters that change the direction of text',
    );
  if (!parsed.success)
    throw new OAuthError('invalid_client_metadata', 'client_name must be text of at most 100 characters');
  return parsed.data ?? '';
}
