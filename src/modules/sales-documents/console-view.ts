import { z } from 'zod';
import { quoteState } from '../../domain/sales/quote-states.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { extendListForConsole } from '../../kernel/operations/console-view.ts';
import { searchDrafts, searchOrders, searchQuotes } from './read.ts';
import { isUninvoiced } from './rules.ts';
import type { SalesDocument } from './schema.ts';

const may = {
  invoice: out.flag('Whether anything of it remains to be invoiced', true),
  change: out.flag('Whether it can be changed or deleted', true),
};

const actions = z.object({
  state: out.code(['open', 'invoiced'], 'Its state'),
  may: z.object(may).describe('The operations that are possible now'),
});

const quoteActions = z.object({
  state: out.code(['open', 'expired', 'declined', 'accepted'], 'Its state'),
  may: out.record('The operations that are possible now', {
    ...may,
    send: out.flag('Whether it can be sent to the customer', true),
    decline: out.flag('Whether the customer can still decline', true),
  }),
});

/** The actions that the console offers for every kind of document. */
function documentActions({ status, items }: Pick<SalesDocument, 'status' | 'items'>) {
  const invoice = status !== 'invoiced';
  return { invoice, change: invoice && isUninvoiced(items) };
}

const allowedActions = (document: SalesDocument) => ({
  state: document.status,
  may: documentActions(document),
});

export const getOrdersForConsole = extendListForConsole(searchOrders, actions, allowedActions);
export const getDraftsForConsole = extendListForConsole(searchDrafts, actions, allowedActions);
export const getQuotesForConsole = extendListForConsole(searchQuotes, quoteActions, (quote, { today }) => {
  const state = quoteState(quote, today);
  const isUnanswered = state === 'open' || state === 'expired';
  return { state, may: { ...documentActions(quote), send: state === 'open', decline: isUnanswered } };
});
