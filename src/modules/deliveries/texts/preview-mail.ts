import { z } from 'zod';
import { addDays } from '../../../domain/values/dates.ts';
import { decimal, ZERO } from '../../../domain/values/money.ts';
import { hasSubscription } from '../../../kernel/access/account.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { buildInvoiceDocument } from '../../../rendering/build-invoice-document.ts';
import { type InvoiceMailInput, mailParts } from '../../../rendering/mail/invoice-mail.ts';
import type { MailReason } from '../../../rendering/mail/invoice-mail-texts.ts';
import { logoPath } from '../../accounts/logo-link.ts';
import { mailText } from '../../accounts/settings.ts';
import { sellerSnapshot } from '../../invoices/records/seller.ts';
import { replyTo } from './mail-branding.ts';
import { readSample } from './mail-text-store.ts';
import { customTexts, mailKey } from './schema.ts';

/** Renders by the code that renders real mails, and sends nothing. */
export const previewMail = defineRead({
  name: 'preview-mail',
  summary: 'Renders a mail with the texts that are sent, for the latest invoice or for an example.',
  access: { scope: null },
  input: object({
    ...mailKey,
    ...customTexts,
    signature: mailText(500).describe('Last lines. Empty: the usual ones'),
  }),
  output: z.object({
    from: out.own('Sender of the mail', 'Norðurljós verkstofa ehf.'),
    reply_to: out.own('Reply-to address of the mail', 'bokhald@nordurljos.example'),
    to: out.own('Receiver of the mail', 'bokhald@kaupandi.example'),
    subject: out.own('Subject', 'Reikningur 1043 frá Norðurljós verkstofa ehf.'),
    greeting: out.own('First line'),
    body: out.own('Text before the figures'),
    facts: z.array(z.object({ name: out.own('Name', 'Upphæð'), value: out.own('Value', '39.432 kr.') })),
    settled: out.own('That it is paid'),
    pay: out.own('Text of the link to the payment page', 'Skoða og greiða'),
    signature: out.own('Last lines'),
    logo: z
      .object({
        path: out.own('Where it is'),
        width: out.integer('Pixels'),
        height: out.integer('Pixels'),
      })
      .nullable(),
    is_sample: out.flag('Whether the invoice is an example, because the company has none yet'),
  }),
  async run(ctx, { lang, about, subject = '', greeting = '', body = '', signature = '' }) {
    const { account, secrets } = ctx;
    const { record, logo } = await readSample(ctx.db, account.id);
    const sample = record ? buildInvoiceDocument(record) : sampleInvoice(ctx);
    const {
      link: _link,
      sold: _sold,
      memo: _memo,
      facts,
      ...parts
    } = mailParts(toMailInput(ctx, sample, lang, about), about, { subject, greeting, body, signature });
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

function sampleInvoice({ account, today }: ReadContext): Sample {
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
    paid: ZERO,
    writtenOff: ZERO,
    due: amount,
    payment: { kind: 'none' },
  };
}

/** The sample in the state it would have when such a mail is sent: paid for a receipt, else owed. */
function toMailInput(
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
    paid: about === 'receipt' ? sample.amount : ZERO,
    writtenOff: ZERO,
    due: sample.amount.plus(sample.paymentFee),
    paymentLink: hasSubscription(account, 'payment_link') ? '/pay' : '',
  };
}
