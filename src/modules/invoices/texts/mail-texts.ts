import { z } from 'zod';
import { LANGS } from '../../../domain/codes.ts';
import { addDays } from '../../../domain/dates.ts';
import { decimal, ZERO } from '../../../domain/money.ts';
import { PLACEHOLDERS } from '../../../domain/placeholders.ts';
import { type Account, subscribes } from '../../../kernel/account.ts';
import type { ReadContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../../kernel/operation.ts';
import { buildInvoiceDocument } from '../../../rendering/build-invoice-document.ts';
import { type InvoiceMailInput, mailParts } from '../../../rendering/mail/invoice-mail.ts';
import {
  type CustomMailTexts,
  defaultMailTexts,
  type MailReason,
} from '../../../rendering/mail/invoice-mail-texts.ts';
import { logoPath } from '../../accounts/logo.ts';
import { mailWords, settingsOf } from '../../accounts/settings.ts';
import { sellerSnapshot } from '../issue/record.ts';
import { listMailTexts, type MailText, readSample, upsertMailText } from './mail-text-store.ts';

const REASONS = ['invoice', 'before', 'after', 'receipt'] as const satisfies readonly MailReason[];
const KNOWN = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

const which = {
  lang: choice(LANGS)().describe('Language of the mail'),
  about: choice(REASONS)().describe(
    'What it is sent for: invoice, a reminder before or after the due date, or receipt',
  ),
};

const ownWords = {
  subject: mailWords(150, true).describe(`Subject; may hold ${KNOWN}. Empty: the usual one`),
  greeting: mailWords(200, true).describe('First line. Empty: the usual one'),
  body: mailWords(4000).describe('What the mail says before the figures. Empty: the usual text'),
};

const shownWords = {
  subject: out.text('Subject', 'Reikningur {number} frá {company}'),
  greeting: out.text('First line', 'Góðan dag, {customer}.'),
  body: out.text('What it says', 'Hér fylgir reikningur í viðhengi.'),
};

export const getMailTexts = defineRead({
  name: 'get-mail-texts',
  summary: "The company's own words for its mails, and the usual ones that stand where it has none.",
  scope: null,
  input: object({}),
  output: z.object({
    texts: z.array(
      z.object({
        lang: out.code(LANGS, 'Language of the mail'),
        about: out.code(REASONS, 'What it is sent for'),
        ...shownWords,
        usual: z.object({ ...shownWords, signature: out.text('Last lines') }),
      }),
    ),
    placeholders: z.array(out.code(PLACEHOLDERS, 'Name of a blank')),
  }),
  async run({ db, account }) {
    const own = await listMailTexts(db, account.id);
    const texts = LANGS.flatMap((lang) =>
      REASONS.map((about) => {
        const found = own.find((one) => one.lang === lang && one.about === about);
        const { subject = '', greeting = '', body = '' } = found ?? {};
        return { lang, about, subject, greeting, body, usual: defaultMailTexts(about, lang) };
      }),
    );
    return { texts, placeholders: [...PLACEHOLDERS] };
  },
});

export const setMailText = defineWrite({
  name: 'set-mail-text',
  summary: 'Sets the words of one kind of mail in one language; what is empty or left out is the usual text.',
  scope: null,
  owners: true,
  input: object({ ...which, ...ownWords }).meta({
    examples: [
      { lang: 'is', about: 'invoice', subject: 'Reikningur {number}', body: 'Takk fyrir viðskiptin.' },
    ],
  }),
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['account_not_found'],
  async run(ctx, { lang, about, subject = '', greeting = '', body = '' }) {
    const ending = upsertMailText(ctx.account.id, { lang, about, subject, greeting, body }, ctx.now);
    const done = await ctx.finishIf<{ guid: string }>({ target: ctx.account.guid, ...ending });
    return done ?? fail('account_not_found');
  },
});

/** Runs the text through the very code that writes mails, and sends nothing. */
export const previewMail = defineRead({
  name: 'preview-mail',
  summary: 'How a mail would read with these words, shown by the latest invoice or by a made-up one.',
  scope: null,
  input: object({
    ...which,
    ...ownWords,
    signature: mailWords(500).describe('Last lines. Empty: the usual ones'),
  }),
  output: z.object({
    from: out.text('Who it comes from', 'Norðurljós verkstofa ehf.'),
    reply_to: out.text('Where answers go', 'bokhald@nordurljos.example'),
    to: out.text('Who it goes to', 'bokhald@kaupandi.example'),
    subject: out.text('Subject', 'Reikningur 1043 frá Norðurljós verkstofa ehf.'),
    greeting: out.text('First line'),
    body: out.text('What it says'),
    facts: z.array(z.object({ name: out.text('Name', 'Upphæð'), value: out.text('Value', '39.432 kr.') })),
    settled: out.text('That it is paid'),
    pay: out.text('What leads to the payment page', 'Skoða og greiða'),
    signature: out.text('Last lines'),
    logo: z
      .object({
        path: out.text('Where it is'),
        width: out.integer('Pixels'),
        height: out.integer('Pixels'),
      })
      .nullable(),
    is_sample: out.flag('Whether the invoice is made up, because there is none yet'),
  }),
  async run(ctx, { lang, about, subject = '', greeting = '', body = '', signature = '' }) {
    const { account, secrets } = ctx;
    const { record, logo } = await readSample(ctx.db, account.id);
    const sample = record ? buildInvoiceDocument(record) : madeUp(ctx);
    const {
      link: _link,
      facts,
      ...parts
    } = mailParts(shownAs(ctx, sample, lang, about), about, { subject, greeting, body, signature });
    return {
      ...parts,
      from: account.name,
      reply_to: replyTo(account, account.email),
      to: sample.buyer.email,
      facts: facts.map(({ name, value }) => ({ name, value })),
      logo: logo && {
        path: logoPath(secrets, account.id, logo.guid),
        width: logo.width,
        height: logo.height,
      },
      is_sample: record === null,
    };
  },
});

type Sample = Omit<InvoiceMailInput, 'paymentLink' | 'buyer'> & { buyer: { name: string; email: string } };

function madeUp({ account, today }: ReadContext): Sample {
  const amount = decimal('39432');
  return {
    kind: 'invoice',
    number: '1',
    lang: 'is',
    mark: null,
    dueDate: addDays(today, 14),
    finalDueDate: addDays(today, 21),
    seller: sellerSnapshot(account),
    buyer: { name: 'Kaupandi ehf.', email: 'kaupandi@example.is' },
    currency: 'ISK',
    amount,
    paymentFee: ZERO,
    credited: ZERO,
    due: amount,
    payment: { kind: 'none' },
  };
}

/** As it would be when such a mail is sent: settled for a receipt, else owed. */
function shownAs(
  { account, today }: ReadContext,
  sample: Sample,
  lang: 'is' | 'en',
  about: MailReason,
): InvoiceMailInput {
  return {
    ...sample,
    lang,
    seller: sellerSnapshot(account),
    mark: about === 'receipt' ? { kind: 'paid', on: today } : null,
    credited: ZERO,
    due: sample.amount.plus(sample.paymentFee),
    paymentLink: subscribes(account, 'payment_link') ? '/pay' : '',
  };
}

/** The words of a company for a mail, with its signature in that language. */
export function customMailTexts(
  account: Account,
  words: MailText | null,
  lang: 'is' | 'en',
): CustomMailTexts {
  const { mail_signature_is = '', mail_signature_en = '' } = settingsOf(account);
  const signature = lang === 'en' ? mail_signature_en : mail_signature_is;
  return { subject: '', greeting: '', body: '', ...words, signature };
}

/** Where answers go: the address that was set for it, else that of the seller. */
export function replyTo(account: Account, sellerEmail: string): string {
  return settingsOf(account).mail_reply_to || sellerEmail;
}
