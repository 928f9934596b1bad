import { z } from 'zod';
import { CURRENCIES } from '../../domain/codes.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { choice, date, guid, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operation.ts';
import { printStatement } from '../../rendering/pdf/printer.ts';
import type { StatementMovement } from '../../rendering/pdf/statement.ts';
import { readLogoBytes } from '../accounts/logo-store.ts';
import { sellerSnapshot } from '../invoices/issue/seller.ts';
import { findStatementBuyer, listMovements, type MovementRow } from './statement-store.ts';

export const getCustomerStatementPdf = defineRead({
  name: 'get-customer-statement-pdf',
  summary: 'The account of a customer over a period as a PDF: opening balance, movements, closing balance.',
  description:
    'Invoices, credit notes, payments and refunds in one currency, each with the balance after it. The answer carries the file in base64.',
  scope: 'nav',
  input: object({
    guid: guid().describe('The customer'),
    from_date: date().describe('First day'),
    to_date: date().describe('Last day, not before from_date'),
    currency: choice(CURRENCIES).optional().describe('Currency of the invoices; ISK when left out'),
  }),
  output: z
    .object({
      guid: out.guid('The customer'),
      file_name: out.text('What to call the file', 'yfirlit-2026-01-01-2026-03-31.pdf'),
      file: out.text('The PDF, base64', 'JVBERi0xLjcK…').meta({ contentEncoding: 'base64' }),
    })
    .meta({ id: 'StatementPdf' }),
  refusals: ['customer_not_found'],
  async run(ctx, { guid: customer, from_date: from, to_date: to, currency = 'ISK' }) {
    if (to < from) fail('field_invalid', 'to_date', violation('after_field', 'from_date', from));
    const { db, account } = ctx;
    const buyer = (await findStatementBuyer(db, account.id, customer)) ?? fail('customer_not_found');
    const [moves, logo] = await Promise.all([
      listMovements(db, account.id, buyer.id, { currency, from, to }),
      readLogoBytes(db, account.id),
    ]);
    const [opening, ...movements] = moves;
    const { fileName, pdf } = await printStatement(
      {
        seller: sellerSnapshot(account),
        buyer,
        currency,
        from,
        to,
        opening: opening?.amount ?? '0',
        movements: movements.flatMap(toMovement),
      },
      logo,
    );
    return { guid: customer, file_name: fileName, file: pdf.toString('base64') };
  },
});

function toMovement({ kind, ...move }: MovementRow): StatementMovement[] {
  return kind === 'opening' ? [] : [{ ...move, kind }];
}
