import { z } from 'zod';
import { redirectProblem } from '../../domain/redirect-uris.ts';
import { requireOwnKey } from '../../kernel/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { flag, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import { OAuthRefusal } from './schema.ts';
import { findRegistration, insertClient, replaceSecret, showClient, updateAppClient } from './store.ts';

const MOST_CLIENTS = 200;
const MOST_ADDRESSES = 10;

export const registered = z.object({
  existing: out.flag('Whether it was registered before'),
  client_id: out.text('Names the program', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
  client_secret: out.text('Shown only when it is made').nullable(),
  name: out.text('Name of the program', 'Bókhaldstenging'),
  redirect_uri: out.text('Where people are sent back to', 'https://app.example/callback'),
  rotated: out.flag('Whether the secret is a new one').optional(),
});
export type Registered = z.infer<typeof registered>;

export const registration = object({
  name: text(100)().describe('Name of the program, as people will see it'),
  description: text(500).optional().describe('What it does'),
  redirect_uri: text(2000)().describe('An https address'),
  rotate_secret: flag.optional().describe('A new secret for a program that is registered already'),
});

export const registerClient = defineWrite({
  name: 'register-agent',
  summary: 'Registers a program, or finds the one that is registered under the same name and address.',
  scope: null,
  owners: true,
  input: registration,
  output: registered,
  refusals: ['own_key_required'],
  async prepare({ db, account }, { name, redirect_uri }) {
    requireOwnKey(account);
    const problem = redirectProblem(redirect_uri, { loopback: false });
    if (problem) fail('field_invalid', 'redirect_uri', problem);
    const found = await findRegistration(db, account.id, name, redirect_uri);
    if (!found.known && found.count >= MOST_CLIENTS) {
      fail('field_invalid', 'name', `must be that of one of the ${MOST_CLIENTS} programs registered already`);
    }
    return found;
  },
  async run(ctx, { name, description = '', redirect_uri, rotate_secret }, { known }): Promise<Registered> {
    const client_id = known?.client_id ?? ctx.newGuid();
    const client_secret = !known || rotate_secret ? `kvcs_${newKey()}` : null;
    const secretDigest = client_secret === null ? null : digest(client_secret);
    const result = !known
      ? insertClient(
          {
            accountId: ctx.account.id,
            clientId: client_id,
            name,
            description,
            redirectUris: [redirect_uri],
            secretDigest,
          },
          ctx.now,
        )
      : secretDigest
        ? replaceSecret(ctx.account.id, client_id, secretDigest)
        : showClient(ctx.account.id, client_id);
    const made = await ctx.finishIf<object>({
      target: client_id,
      result,
      ...(client_secret && { secret: { client_secret } }),
    });
    if (!made) throw new RegisteredMeanwhile();
    const rotated = known && client_secret ? { rotated: true } : {};
    return { existing: known !== null, client_id, client_secret, name, redirect_uri, ...rotated };
  },
});

/** The same registration came twice at the same moment; tried again, the later one finds the earlier. */
export class RegisteredMeanwhile extends Error {}

export interface SelfRegistration {
  client_id: string;
  client_name: string;
  redirect_uris: string[];
}

const selfRegistration = object({
  redirect_uris: z.unknown(),
  client_name: z.unknown(),
});

/** A program registers itself (RFC 7591). It gets no secret, because it could not keep one. */
export const registerPublicClient = defineWrite({
  name: 'register-public-agent',
  summary: 'Registers a public program by itself.',
  scope: null,
  input: selfRegistration,
  output: z.custom<SelfRegistration>(),
  async run(ctx, { redirect_uris, client_name }) {
    const redirectUris = addresses(redirect_uris);
    const name = nameOf(client_name) || new URL(redirectUris[0] ?? '').host;
    const client_id = ctx.newGuid();
    const client = {
      accountId: 0,
      clientId: client_id,
      name,
      description: '',
      redirectUris,
      secretDigest: null,
    };
    await ctx.finishIf<object>({ target: client_id, result: insertClient(client, ctx.now) });
    return { client_id, client_name: name, redirect_uris: redirectUris };
  },
});

function addresses(sent: unknown): string[] {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MOST_ADDRESSES) {
    throw new OAuthRefusal(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${MOST_ADDRESSES} addresses`,
    );
  }
  for (const address of sent) {
    const problem =
      typeof address === 'string' ? redirectProblem(address, { loopback: true }) : 'must be texts';
    if (problem) throw new OAuthRefusal('invalid_redirect_uri', `redirect_uris ${problem}`);
  }
  return sent;
}

function nameOf(sent: unknown): string {
  if (sent === undefined || sent === null) return '';
  const read = text(100).optional().safeParse(sent);
  if (!read.success)
    throw new OAuthRefusal('invalid_client_metadata', 'client_name must be text of at most 100 characters');
  return read.data ?? '';
}

export const setAppClient = defineWrite({
  name: 'set-app-client',
  summary: 'Lets any account consent to a registered program, or only the account that registered it.',
  scope: null,
  input: object({
    client_id: text(100)().describe('The program'),
    app_client: flag().describe('Whether any account may consent to it'),
  }).meta({ examples: [{ app_client: true }] }),
  output: z.object({
    client_id: out.text('The program', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90'),
    name: out.text('Its name', 'Bókhaldstenging'),
    app_client: out.flag('Whether any account may consent to it', true),
  }),
  refusals: ['agent_not_found'],
  async run(ctx, { client_id, app_client }) {
    const result = updateAppClient(client_id, app_client);
    return (
      (await ctx.finishIf<{ client_id: string; name: string; app_client: boolean }>({
        target: client_id,
        result,
      })) ?? fail('agent_not_found')
    );
  },
});
