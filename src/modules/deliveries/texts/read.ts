import { z } from 'zod';
import { PLACEHOLDERS } from '../../../domain/strings/placeholders.ts';
import { LANGS } from '../../../domain/values/codes.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { defaultMailTexts } from '../../../rendering/mail/invoice-mail-texts.ts';
import { listMailTexts } from './mail-text-store.ts';
import { REASONS, textFields } from './schema.ts';

export const getMailTexts = defineRead({
  name: 'get-mail-texts',
  summary: "Lists the texts of the company's mails: its own, and the standard ones where it has none.",
  access: { scope: null },
  input: object({}),
  output: z.object({
    texts: z.array(
      z.object({
        lang: out.code(LANGS, 'Language of the mail'),
        about: out.code(REASONS, 'What it is sent for'),
        ...textFields,
        usual: z.object({ ...textFields, signature: out.own('Last lines') }),
      }),
    ),
    placeholders: z.array(out.code(PLACEHOLDERS, 'Name of a blank')),
  }),
  async run({ db, account }) {
    const custom = await listMailTexts(db, account.id);
    const texts = LANGS.flatMap((lang) =>
      REASONS.map((about) => {
        const found = custom.find((one) => one.lang === lang && one.about === about);
        const { subject = '', greeting = '', body = '' } = found ?? {};
        return { lang, about, subject, greeting, body, usual: defaultMailTexts(about, lang) };
      }),
    );
    return { texts, placeholders: [...PLACEHOLDERS] };
  },
});
