import { z } from 'zod';
import { extendListForConsole } from '../../kernel/console-view.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { getDraftInvoices, getOrderInvoices, getQuotes } from './read.ts';
import { isUninvoiced } from './rules.ts';
import type { SalesDocument } from './schema.ts';

const actions = z.object({
  may: z
    .object({
      invoice: out.flag('Whether something of it is left to invoice', true),
      change: out.flag('Whether it can be changed or deleted', true),
    })
    .describe('What can be done with it now'),
});

/** The actions that the console offers for a document. */
const allowedActions = (document: SalesDocument) => {
  const invoice = document.status !== 'invoiced';
  return { may: { invoice, change: invoice && isUninvoiced(document.items) } };
};

export const getOrdersForConsole = extendListForConsole(getOrderInvoices, actions, allowedActions);
export const getDraftsForConsole = extendListForConsole(getDraftInvoices, actions, allowedActions);
export const getQuotesForConsole = extendListForConsole(getQuotes, actions, allowedActions);
