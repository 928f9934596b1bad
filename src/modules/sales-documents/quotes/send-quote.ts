import { quoteState } from '../../../domain/sales/quote-states.ts';
import { isEmailAddress } from '../../../domain/values/email.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { receiverOf } from '../../customers/receiver.ts';
import { limitMailTo } from '../../deliveries/mail-limits.ts';
import { documentRecord } from '../document-effect.ts';
import { printDocument } from '../print-document.ts';
import { byGuid } from '../rules.ts';
import { findCurrentDocument, lockSalesDocument } from '../store.ts';
import { updateQuoteStatement } from './quote-store.ts';

/** The limit of one quote, as for statements: a button that is pressed again and again must not fill a mailbox. */
const MAX_PER_DAY = 20;

export const sendQuote = defineWrite({
  name: 'send-quote',
  summary: 'Mails a quote with its PDF and a link to the page where the customer accepts or declines it.',
  description:
    "Use it when the quote is ready, and again after a change. The mail goes to the customer's address on the quote, or to `email` if it is sent.",
  access: { scope: 'create_invoice' },
  isUndoable: true,
  events: [],
  input: byGuid('quote').extend({
    email: text(200, { examples: ['jon@example.is'] }).optional(
      'Send it to this address instead of that of the customer',
    ),
  }),
  output: createdRecord,
  refusals: ['quote_not_found', 'quote_closed', 'delivery_refused'],
  async prepare(ctx, { guid, email = '' }) {
    if (email !== '' && !isEmailAddress(email)) fail('field_invalid', 'email', violation('email'));
    const quote = await findCurrentDocument(ctx.db, ctx.account.id, 'quote', guid, ctx.today);
    // What run refuses is not counted.
    if (!quote || quoteState(quote, ctx.today) !== 'open') return;
    const recipient = email || quote.current.snapshot.email;
    const record = { subject: `quote ${ctx.account.id} ${quote.guid}`, maxPerDay: MAX_PER_DAY };
    if (recipient !== '') await limitMailTo(ctx, recipient, record);
  },
  async run(ctx, { guid, email = '' }) {
    const quote = await lockSalesDocument(ctx, 'quote', guid);
    if (!quote) fail('quote_not_found');
    const state = quoteState(quote, ctx.today);
    if (state !== 'open') fail('quote_closed', state);
    if (email === '' && quote.current.snapshot.email === '') fail('delivery_refused', violation('no_email'));
    ctx.enqueue('send-quote-mail', {
      guid: quote.guid,
      series: ctx.newGuid(),
      about: 'quote',
      ...(email && { email }),
    });
    const { snapshot } = quote.current;
    const to = email || snapshot.email;
    const deliver = [{ channel: 'email' as const, to }];
    return ctx.finish({
      target: quote.guid,
      ...updateQuoteStatement(ctx.account.id, quote.id, { send_error: '', sending_to: to }),
      effect: {
        kind: 'delivery',
        record: documentRecord(quote),
        ...{ amount: null, currency: quote.currency, deliver, claim: false },
        receiver: receiverOf(snapshot, deliver, true),
        print: (db) => printDocument({ ...ctx, db }, quote),
      },
    });
  },
});
