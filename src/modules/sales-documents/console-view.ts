import { z } from 'zod';
import { extendListForConsole } from '../../kernel/console-view.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { getDraftInvoices, getOrderInvoices, getQuotes } from './crud.ts';
import { isUninvoiced } from './rules.ts';
import type { SalesDocument } from './schema.ts';

const standing = z.object({
  may: z
    .object({
      invoice: out.flag('Whether something of it is left to invoice', true),
      change: out.flag('Whether it can be changed or deleted', true),
    })
    .describe('What can be done with it now'),
});

const mayDo = (document: SalesDocument) => {
  const invoice = document.status === 'open';
  return { may: { invoice, change: invoice && isUninvoiced(document.items) } };
};

// For a person to look at: what programs get, and what can be done with each.
export const getOrdersForConsole = extendListForConsole(getOrderInvoices, standing, mayDo);
export const getDraftsForConsole = extendListForConsole(getDraftInvoices, standing, mayDo);
export const getQuotesForConsole = extendListForConsole(getQuotes, standing, mayDo);
