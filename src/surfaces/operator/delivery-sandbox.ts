import { z } from 'zod';
import { HUB_STATES } from '../../domain/invoices/einvoice-states.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { parseSent } from '../../kernel/fields/field-failures.ts';
import { choice, guid, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { byAccount, type OperatorRoute, sandboxRoute } from './route.ts';

const MAX_MAILS = 200;

const mailbox = object({
  to: text(200, { examples: ['bokhald@kaupandi.example'] }).optional('Only mail to this address'),
  limit: integer(1, MAX_MAILS).optional(`Number of the newest mails; ${MAX_MAILS} when left out`),
});

const status = out.code(HUB_STATES, 'Where the hub says that it stands');

const answer = object({
  status: choice(HUB_STATES)('Answer of the hub to the document'),
  reason: text(300).optional('Why, for the timeline of the invoice'),
});

/** The mailbox of an installation without a mail server, and the embedded e-invoice hub. */
export const deliveryRoutes: readonly OperatorRoute[] = [
  sandboxRoute('mail', {
    method: 'GET',
    path: '',
    action: 'sandbox-mail',
    about: {
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
    },
    answer: (sandbox, { query }) => {
      const { to, limit = MAX_MAILS } = parseSent(mailbox, query);
      return sandbox.list(to || undefined, limit);
    },
  }),
  sandboxRoute('einvoices', {
    method: 'GET',
    path: '',
    action: 'sandbox-einvoices',
    about: {
      summary: 'Lists the documents that were sent to the embedded e-invoice hub.',
      description: 'For testing. The call on one document simulates the answer of the hub.',
      input: byAccount,
      output: z.array(
        z.object({
          invoice_guid: out.guid('The invoice'),
          recipient: out.own('Kennitala that it was sent to', '5501234520'),
          xml: out.own('The document'),
          status,
        }),
      ),
      refusals: ['account_not_found'],
    },
    answer: async (hub, call) => hub.list((await call.account()).id),
  }),
  sandboxRoute('einvoices', {
    method: 'POST',
    path: '/:invoice_guid',
    action: 'sandbox-answer-einvoice',
    about: {
      summary: 'Simulates the answer of the e-invoice hub to a document.',
      description: 'For testing. The `xml_status` of the invoice becomes the status that is sent.',
      input: answer,
      output: z.object({ invoice_guid: out.guid('The invoice'), status }),
      refusals: ['einvoice_not_found'],
    },
    answer: async (hub, { params, body }) => {
      const { status: hubStatus, reason = '' } = parseSent(answer, body);
      const invoice_guid = guid().parse(params.invoice_guid);
      if (!(await hub.answer(invoice_guid, hubStatus, reason))) fail('einvoice_not_found');
      return { invoice_guid, status: hubStatus };
    },
  }),
];
