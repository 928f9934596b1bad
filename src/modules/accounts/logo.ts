import { z } from 'zod';
import type { Kernel } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failure.ts';
import { object, upload } from '../../kernel/fields.ts';
import { read, write } from '../../kernel/operation.ts';
import { readSignedName, signedName } from '../../kernel/public-name.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import { shown } from '../../kernel/shown.ts';
import { logoPicture } from './logo-picture.ts';
import { dropLogo, findLogo, type Logo, putLogo, readLogoFacts } from './logo-store.ts';

const PURPOSE = 'logo';

const shownLogo = z
  .object({
    path: shown.text('Where the picture is on this server', '/logo/AAAAAAAAAAEBmMDe…'),
    width: shown.integer('Pixels', 640),
    height: shown.integer('Pixels', 180),
    size: shown.integer('Bytes', 18_204),
  })
  .meta({ id: 'Logo' });
type ShownLogo = z.infer<typeof shownLogo>;

export const getLogo = read({
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

export const setLogo = write({
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
    const answer = putLogo(ctx.account.id, { guid, path }, picture, ctx.now);
    return (await ctx.finish<ShownLogo>({ target: ctx.account.guid, answer })) ?? fail('account_not_found');
  },
});

export const removeLogo = write({
  name: 'remove-logo',
  summary: 'Takes the logo away. What was printed with it stays as it is.',
  scope: null,
  owners: true,
  input: object({}),
  output: z.object({ guid: shown.guid('The account') }),
  refusals: ['account_not_found'],
  async run({ account, finish }) {
    const gone = await finish<{ guid: string }>({ target: account.guid, ...dropLogo(account.id) });
    return gone ?? fail('account_not_found');
  },
});

/** Its public address. It can't be guessed, and another picture has another one. */
export function logoPath(secrets: Secrets, accountId: number, guid: string): string {
  return `/logo/${signedName(secrets, PURPOSE, { accountId, guid })}`;
}

/** What stands at such an address; the signature is checked before anything is read. */
export async function logoBehindLink(
  { db, secrets }: Pick<Kernel, 'db' | 'secrets'>,
  token: string,
): Promise<Logo | null> {
  const named = readSignedName(secrets, PURPOSE, token);
  return named && findLogo(db, named.accountId, named.guid);
}
