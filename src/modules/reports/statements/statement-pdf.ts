import { fail } from '../../../kernel/failures/failure.ts';
import { fileAnswer } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { printStatement } from '../../../rendering/pdf/printer.ts';
import { readLogoBytes } from '../../accounts/logo-store.ts';
import { sellerSnapshot } from '../../invoices/records/seller.ts';
import { checkPrintable, getCustomerStatement } from './statement.ts';
import { findStatementBuyer } from './statement-store.ts';

export const getCustomerStatementPdf = defineRead({
  name: 'get-customer-statement-pdf',
  summary: 'Reads the statement of a customer as a PDF, in the language of the customer.',
  description: 'The answer has the file in base64.',
  access: { scope: 'nav' },
  input: getCustomerStatement.input,
  output: fileAnswer('StatementPdf', 'The customer', 'yfirlit-2026-01-01-2026-12-31.pdf'),
  refusals: ['customer_not_found'],
  async run(ctx, input) {
    const [statement, buyer, logo] = await Promise.all([
      getCustomerStatement.run(ctx, input),
      findStatementBuyer(ctx.db, ctx.account.id, input.guid),
      readLogoBytes(ctx.db, ctx.account.id),
    ]);
    if (!buyer) return fail('customer_not_found');
    checkPrintable(statement);
    const { currency, from_date: from, to_date: to, opening, movements } = statement;
    const { fileName, pdf } = await printStatement(
      ctx.account.id,
      {
        seller: sellerSnapshot(ctx.account),
        buyer,
        currency,
        from,
        to,
        opening: String(opening),
        movements: movements.map((one) => ({
          ...one,
          amount: String(one.amount),
          applied: String(one.applied),
        })),
      },
      logo,
    );
    return { guid: input.guid, file_name: fileName, file: pdf.toString('base64') };
  },
});
