import { OWNERS } from '../../kernel/access/access.ts';
import { object, upload } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { logoPath } from './logo-link.ts';
import { redrawLogo } from './logo-picture.ts';
import { type Logo, upsertLogo } from './logo-store.ts';
import { logoOutput } from './schema.ts';

export const setLogo = defineWrite({
  name: 'set-logo',
  summary: 'Sets the logo that invoices, mails and payment pages show from now on.',
  description: 'Send the picture in a multipart form. It replaces the previous logo.',
  access: { scope: null, roles: OWNERS },
  events: ['company.updated'],
  input: object({
    file: upload('A PNG or JPEG picture, at most 2 MB and 20 megapixels'),
  }),
  output: logoOutput,
  refusals: ['logo_not_accepted', 'logo_too_large', 'logo_unreadable'],
  prepare: (ctx, { file }) => redrawLogo(ctx, file),
  async run(ctx, _input, picture: Logo) {
    const guid = ctx.newGuid();
    const path = logoPath(ctx.secrets, ctx.account.id, guid);
    ctx.emit('company.updated', { guid: ctx.account.guid });
    return ctx.finish({
      target: ctx.account.guid,
      ...upsertLogo(ctx.account.id, { guid, path }, picture, ctx.now),
    });
  },
});
