import { z } from 'zod';
import { effectOfDocuments } from '../../../kernel/effects/effect.ts';
import { Failure, fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { listOf, object } from '../../../kernel/fields/input-fields.ts';
import { refusedAlone } from '../../../kernel/fields/refused-alone.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { readFactsOfBodies } from '../plan/body-source.ts';
import { type CreatedDocument, createdDocument } from '../records/created-invoice.ts';
import { createdDocumentsRow, selectCreatedDocuments } from '../records/insert-invoice-store.ts';
import type { InvoiceFacts } from '../records/invoice-facts-store.ts';
import { invoiceInput } from '../records/schema.ts';
import { createInvoice } from './create-invoice.ts';
import { issueDocuments } from './issue-documents.ts';

const MAX_DOCUMENTS = 500;

const [example] = (invoiceInput.meta()?.examples ?? []) as readonly unknown[];

const newInvoices = object({
  invoices: listOf(refusedAlone(invoiceInput), MAX_DOCUMENTS).describe(
    `The documents, at most ${MAX_DOCUMENTS}, each as create-invoice takes it`,
  ),
}).meta({ id: 'NewInvoices', examples: [{ invoices: [example] }] });

export const createInvoices = defineWrite({
  name: 'create-invoices',
  summary: `Creates and issues up to ${MAX_DOCUMENTS} invoices and credit notes; each is accepted or refused on its own.`,
  description:
    'The documents are issued in their order, as calls of create-invoice would issue them one after the other, and are committed together: numbers have no gaps, and a refused document changes nothing of the others. The answer has a row for each, with its guid and number, or with the code and message of its refusal. Send an Idempotency-Key, so that a repeat after a lost connection creates nothing twice.',
  access: { scope: 'create_invoice' },
  books: true,
  inTurn: true,
  events: createInvoice.events,
  input: newInvoices,
  output: z.object({
    invoices: z.array(createdDocument).describe('A row for each document, in their order'),
  }),
  refusals: ['period_locked'],
  prepare: (ctx, { invoices }): Promise<InvoiceFacts[]> =>
    readFactsOfBodies(
      ctx,
      invoices.map((input) => (input instanceof Failure ? {} : input)),
    ),
  async run(ctx, { invoices }, facts: InvoiceFacts[]) {
    if (invoices.length === 0) fail('field_invalid', 'invoices', violation('documents'));
    const { outcomes, effects, bookedOn } = await issueDocuments(ctx, invoices, facts);
    return ctx.finish({
      target: null,
      row: createdDocumentsRow,
      result: selectCreatedDocuments(outcomes.map(toCreated)),
      effect: effectOfDocuments(effects),
      bookedOn,
    });
  },
});

type Outcome = Awaited<ReturnType<typeof issueDocuments>>['outcomes'][number];

function toCreated(outcome: Outcome, index: number): CreatedDocument {
  if (outcome instanceof Failure) {
    const { code, message } = outcome;
    return { index, status: false, code, message };
  }
  const { guid, id, number: invoice_number, payment_link, warnings } = outcome;
  return {
    ...{ index, status: true, guid, id, invoice_number },
    ...(payment_link !== null && { payment_link }),
    ...(warnings.length > 0 && { warnings }),
  };
}
