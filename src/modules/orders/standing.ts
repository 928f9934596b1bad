import { z } from 'zod';
import { extendedList } from '../../kernel/extended.ts';
import { shown } from '../../kernel/shown.ts';
import { getDraftInvoices, getOrderInvoices, getQuotes } from './crud.ts';
import { isUntouched } from './rules.ts';
import type { Document } from './schema.ts';

const standing = z.object({
  may: z
    .object({
      invoice: shown.flag('Whether something of it is left to invoice', true),
      change: shown.flag('Whether it can be changed or deleted', true),
    })
    .describe('What can be done with it now'),
});

const mayDo = (document: Document) => {
  const invoice = document.status === 'open';
  return { may: { invoice, change: invoice && isUntouched(document.items) } };
};

// For a person to look at: what programs get, and what can be done with each.
export const lookAtOrders = extendedList(getOrderInvoices, standing, mayDo);
export const lookAtDrafts = extendedList(getDraftInvoices, standing, mayDo);
export const lookAtQuotes = extendedList(getQuotes, standing, mayDo);
