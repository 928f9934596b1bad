import { z } from 'zod';
import { HUB_STATES } from '../../domain/einvoice-states.ts';
import { fail } from '../../kernel/failure.ts';
import { choice, guid, integer, object, problemOf, text } from '../../kernel/fields.ts';
import { shown } from '../../kernel/shown.ts';
import type { About, Answer, OperatorCall, OperatorParts } from './parts.ts';

const MOST_MAILS = 200;

const mailbox = object({
  to: text(200, { examples: ['bokhald@kaupandi.example'] })
    .optional()
    .describe('Only mail to this address'),
  limit: integer(1, MOST_MAILS)
    .optional()
    .describe(`At most so many, the newest; ${MOST_MAILS} when left out`),
});

export const aboutMail: About = {
  summary: 'Lists the mail that was kept because no mail server is configured, oldest first.',
  input: mailbox,
  output: z.array(
    z.object({
      to: shown.text('Where it was sent', 'bokhald@kaupandi.example'),
      subject: shown.text('Subject', 'Reikningur 1 frá Norðurljós verkstofa ehf.'),
      text: shown.text('The mail as plain text'),
      html: shown.text('The mail as a page'),
      attachments: z.array(
        z.object({
          filename: shown.text('Name of the file', 'reikningur-1.pdf'),
          contentType: shown.text('Its type', 'application/pdf'),
          base64: shown.text('Its content'),
          cid: shown.text('By which the page shows it, where it is a picture of it', 'logo@kvitt').optional(),
        }),
      ),
      sent_at: shown.time('When it was sent'),
    }),
  ),
};

export async function listMail({ mail }: OperatorParts, { query }: OperatorCall): Promise<Answer> {
  const kept = mail ?? fail('path_not_found', '/operator/sandbox/mail');
  const parsed = mailbox.safeParse(query);
  if (!parsed.success) throw problemOf(parsed.error);
  return { body: await kept.list(parsed.data.to || undefined, parsed.data.limit ?? MOST_MAILS) };
}

const status = shown.code(HUB_STATES, 'Where the hub says that it stands');

export const aboutEinvoices: About = {
  summary: 'Lists the documents that were given to the embedded e-invoice hub.',
  input: object({ account: text(100, { examples: ['demo'] })().describe('Username of the account') }),
  output: z.array(
    z.object({
      invoice_guid: shown.guid('The invoice'),
      recipient: shown.text('Kennitala that it was sent to', '5501234520'),
      xml: shown.text('The document'),
      status,
    }),
  ),
  refusals: ['account_not_found'],
};

export async function listEinvoices(
  { einvoices, accounts }: OperatorParts,
  { query }: OperatorCall,
): Promise<Answer> {
  const hub = einvoices ?? fail('path_not_found', '/operator/sandbox/einvoices');
  const account = await accounts.byUsername(query.account ?? fail('field_required', 'account'));
  return { body: await hub.list(account.id) };
}

const answer = object({
  status: choice(HUB_STATES)().describe('What the hub says of the document'),
  reason: text(300).optional().describe('Why, for the timeline of the invoice'),
});

export const aboutHubAnswer: About = {
  summary: "Plays the e-invoice hub's answer: the invoice follows it.",
  input: answer,
  output: z.object({ invoice_guid: shown.guid('The invoice'), status }),
  refusals: ['einvoice_not_found'],
};

export async function answerAsHub(
  { einvoices }: OperatorParts,
  { params, body }: OperatorCall,
): Promise<Answer> {
  const hub = einvoices ?? fail('path_not_found', '/operator/sandbox/einvoices');
  const parsed = answer.safeParse(body);
  if (!parsed.success) throw problemOf(parsed.error);
  const { status: said, reason = '' } = parsed.data;
  const invoiceGuid = guid().parse(params.invoice_guid);
  if (!(await hub.answer(invoiceGuid, said, reason))) fail('einvoice_not_found');
  return { body: { invoice_guid: invoiceGuid, status: said } };
}
