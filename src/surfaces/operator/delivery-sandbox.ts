import { z } from 'zod';
import { HUB_STATES } from '../../domain/invoices/einvoice-states.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { toFailure } from '../../kernel/fields/field-failures.ts';
import { choice, guid, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { OperationDescription, OperatorAnswer, OperatorCall, OperatorDeps } from './deps.ts';

const MAX_MAILS = 200;

const mailbox = object({
  to: text(200, { examples: ['bokhald@kaupandi.example'] })
    .optional()
    .describe('Only mail to this address'),
  limit: integer(1, MAX_MAILS).optional().describe(`Number of the newest mails; ${MAX_MAILS} when left out`),
});

export const aboutMail: OperationDescription = {
  summary: 'Lists the mails that were stored because no mail server is configured, oldest first.',
  description: 'For testing: each row is a mail that would have been sent, with its attachments.',
  input: mailbox,
  output: z.array(
    z.object({
      to: out.own('Where it was sent', 'bokhald@kaupandi.example'),
      subject: out.own('Subject', 'Reikningur 1 frá Norðurljós verkstofa ehf.'),
      text: out.own('The mail as plain text'),
      html: out.own('The mail as a page'),
      attachments: z.array(
        z.object({
          filename: out.own('Name of the file', 'reikningur-1.pdf'),
          contentType: out.own('Its type', 'application/pdf'),
          base64: out.own('Its content'),
          cid: out.own('Content-ID of a picture that the page shows', 'logo@kvitt').optional(),
        }),
      ),
      sent_at: out.time('When it was sent'),
    }),
  ),
};

export async function listMail({ mail }: OperatorDeps, { query }: OperatorCall): Promise<OperatorAnswer> {
  const sandbox = mail ?? fail('path_not_found', '/operator/sandbox/mail');
  const parsed = mailbox.safeParse(query);
  if (!parsed.success) throw toFailure(parsed.error);
  return { body: await sandbox.list(parsed.data.to || undefined, parsed.data.limit ?? MAX_MAILS) };
}

const status = out.code(HUB_STATES, 'Where the hub says that it stands');

export const aboutEinvoices: OperationDescription = {
  summary: 'Lists the documents that were sent to the embedded e-invoice hub.',
  description: 'For testing. The call on one document simulates the answer of the hub.',
  input: object({ account: text(100, { examples: ['demo'] })().describe('Username of the account') }),
  output: z.array(
    z.object({
      invoice_guid: out.guid('The invoice'),
      recipient: out.own('Kennitala that it was sent to', '5501234520'),
      xml: out.own('The document'),
      status,
    }),
  ),
  refusals: ['account_not_found'],
};

export async function listEinvoices(
  { einvoices, accounts }: OperatorDeps,
  { query }: OperatorCall,
): Promise<OperatorAnswer> {
  const hub = einvoices ?? fail('path_not_found', '/operator/sandbox/einvoices');
  const account = await accounts.byUsername(query.account ?? fail('field_required', 'account'));
  return { body: await hub.list(account.id) };
}

const answer = object({
  status: choice(HUB_STATES)().describe('Answer of the hub to the document'),
  reason: text(300).optional().describe('Why, for the timeline of the invoice'),
});

export const aboutHubAnswer: OperationDescription = {
  summary: 'Simulates the answer of the e-invoice hub to a document.',
  description: 'For testing. The `xml_status` of the invoice becomes the status that is sent.',
  input: answer,
  output: z.object({ invoice_guid: out.guid('The invoice'), status }),
  refusals: ['einvoice_not_found'],
};

export async function answerAsHub(
  { einvoices }: OperatorDeps,
  { params, body }: OperatorCall,
): Promise<OperatorAnswer> {
  const hub = einvoices ?? fail('path_not_found', '/operator/sandbox/einvoices');
  const parsed = answer.safeParse(body);
  if (!parsed.success) throw toFailure(parsed.error);
  const { status: hubStatus, reason = '' } = parsed.data;
  const invoiceGuid = guid().parse(params.invoice_guid);
  if (!(await hub.answer(invoiceGuid, hubStatus, reason))) fail('einvoice_not_found');
  return { body: { invoice_guid: invoiceGuid, status: hubStatus } };
}
