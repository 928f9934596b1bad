import { z } from 'zod';
import type { Kernel } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, upload } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../kernel/operation.ts';
import { signedToken, verifySignedToken } from '../../kernel/security/public-token.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { logoPicture } from './logo-picture.ts';
import { deleteLogo, findLogo, type Logo, readLogoFacts, upsertLogo } from './logo-store.ts';

const PURPOSE = 'logo';

const shownLogo = z
  .object({
    path: out.text('Where the picture is on this server', '/logo/AAAAAAAAAAEBmMDe…'),
    width: out.integer('Pixels', 640),
    height: out.integer('Pixels', 180),
    size: out.integer('Bytes', 18_204),
  })
  .meta({ id: 'Logo' });
type ShownLogo = z.infer<typeof shownLogo>;

export const getLogo = defineRead({
  name: 'get-logo',
  summary: "The company's logo; null where it has none.",
  scope: null,
  input: object({}),
  output: z.object({ logo: shownLogo.nullable() }),
  async run({ db, account, secrets }) {
    const facts = await readLogoFacts(db, account.id);
    if (!facts) return { logo: null };
    const { guid, width, height, size } = facts;
    return { logo: { path: logoPath(secrets, account.id, guid), width, height, size } };
  },
});

export const setLogo = defineWrite({
  name: 'set-logo',
  summary: 'Keeps a picture as the logo that invoices, mails and payment pages show from now on.',
  scope: null,
  owners: true,
  input: object({
    file: upload().describe('A PNG or JPEG picture, at most 2 MB and 20 megapixels'),
  }),
  output: shownLogo,
  refusals: ['logo_not_accepted', 'logo_too_large', 'logo_unreadable'],
  prepare: (_ctx, { file }) => logoPicture(file),
  async run(ctx, _input, picture: Logo) {
    const guid = ctx.newGuid();
    const path = logoPath(ctx.secrets, ctx.account.id, guid);
    const result = upsertLogo(ctx.account.id, { guid, path }, picture, ctx.now);
    return (await ctx.finishIf<ShownLogo>({ target: ctx.account.guid, result })) ?? fail('account_not_found');
  },
});

export const removeLogo = defineWrite({
  name: 'remove-logo',
  summary: 'Takes the logo away. What was printed with it stays as it is.',
  scope: null,
  owners: true,
  input: object({}),
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['account_not_found'],
  async run({ account, finishIf }) {
    const gone = await finishIf<{ guid: string }>({ target: account.guid, ...deleteLogo(account.id) });
    return gone ?? fail('account_not_found');
  },
});

/** Its public address. It can't be guessed, and another picture has another one. */
export function logoPath(secrets: Secrets, accountId: number, guid: string): string {
  return `/logo/${signedToken(secrets, PURPOSE, { accountId, guid })}`;
}

/** What stands at such an address; the signature is checked before anything is read. */
export async function findLogoByLink(
  { db, secrets }: Pick<Kernel, 'db' | 'secrets'>,
  token: string,
): Promise<Logo | null> {
  const named = verifySignedToken(secrets, PURPOSE, token);
  return named && findLogo(db, named.accountId, named.guid);
}
