import { z } from 'zod';
import { OWNERS } from '../../../kernel/access/access.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { listMailTexts, upsertMailTextStatement } from './mail-text-store.ts';
import { customTexts, mailKey } from './schema.ts';

export const setMailText = defineWrite({
  name: 'set-mail-text',
  summary: 'Changes the texts of one kind of mail in one language. An empty text restores the standard one.',
  access: { scope: null, roles: OWNERS },
  events: ['company.updated'],
  input: object({ ...mailKey, ...customTexts }).meta({
    examples: [
      { lang: 'is', about: 'invoice', subject: 'Reikningur {number}', body: 'Takk fyrir viðskiptin.' },
    ],
  }),
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['account_not_found'],
  async run(ctx, { lang, about, ...sent }) {
    const texts = await listMailTexts(ctx.tx, ctx.account.id);
    const before = texts.find((text) => text.lang === lang && text.about === about);
    const word = (name: keyof typeof sent) => sent[name] ?? before?.[name] ?? '';
    const mailText = {
      lang,
      about,
      subject: word('subject'),
      greeting: word('greeting'),
      body: word('body'),
    };
    ctx.emit('company.updated', { guid: ctx.account.guid });
    const end = upsertMailTextStatement(ctx.account.id, mailText, ctx.now);
    return ctx.finish({ target: ctx.account.guid, ...end });
  },
});
