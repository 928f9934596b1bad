import { z } from 'zod';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { upsertMailTextStatement } from './mail-text-store.ts';
import { customTexts, mailKey } from './schema.ts';

export const setMailText = defineWrite({
  name: 'set-mail-text',
  summary: 'Sets the words of one kind of mail in one language; what is empty or left out is the usual text.',
  scope: null,
  events: ['company.updated'],
  owners: true,
  input: object({ ...mailKey, ...customTexts }).meta({
    examples: [
      { lang: 'is', about: 'invoice', subject: 'Reikningur {number}', body: 'Takk fyrir viðskiptin.' },
    ],
  }),
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['account_not_found'],
  async run(ctx, { lang, about, subject = '', greeting = '', body = '' }) {
    const mailText = { lang, about, subject, greeting, body };
    ctx.emit('company.updated', { guid: ctx.account.guid });
    const end = upsertMailTextStatement(ctx.account.id, mailText, ctx.now);
    return ctx.finish({ target: ctx.account.guid, ...end });
  },
});
