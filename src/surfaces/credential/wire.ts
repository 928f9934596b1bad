import { z } from 'zod';
import { out } from '../../kernel/fields/output-fields.ts';
import type { PageEnd } from '../../kernel/operations/paging.ts';
import { createdDocument } from '../../modules/invoices/records/created-invoice.ts';
import { invoice } from '../../modules/invoices/records/schema.ts';
import { payment } from '../../modules/payments/schema.ts';
import { type Fields, hasData, parseData, withLines } from '../http/request/fields.ts';
import {
  type AnswerFields,
  always,
  countedRows,
  eventPage,
  issued,
  made,
  message,
  nothing,
  pageEnd,
  part,
  recordPart,
  totalEnd,
  wholeOutput,
} from '../http/wire/answer-fields.ts';
import { answer, type InputCodec, listAnswer, spreadAnswer } from '../http/wire/codecs.ts';
import { objectOf, shapeOf } from '../http/wire/object-schema.ts';

type Input<In> = InputCodec<Fields, In>;

/** The address of a list call, and its known fields without the credentials, for the address of the next page. */
export interface ListCall {
  address: string;
  fields: Fields;
}

export const fields: Input<unknown> = { decode: (sent) => sent, describe: objectOf };

export const data: Input<object> = {
  decode: (sent, record) => recordIn(sent, record),
  ignores: (sent) => namesBeside(sent, ['data']),
  describe: (input) => z.object({ data: input }),
};

export const guidAndData: Input<{ guid: string; data: object }> = {
  decode: ({ guid, ...sent }, { shape }) => ({ guid, data: recordIn(sent, shape.data) }),
  ignores: (sent) => namesBeside(sent, ['guid', 'data']),
  describe: objectOf,
};

/** The same where a field of the record is always required: a call without a record is refused by the name of that field. */
export const guidAndRequiredData: Input<{ guid: string; data: object }> = {
  ...guidAndData,
  decode: ({ guid, ...sent }, { shape }) => ({ guid, data: recordIn(sent, shape.data, {}) }),
};

/** The fields of a call whose own fields may also be sent in `data`. */
export const fieldsOrData: Input<unknown> = {
  decode: ({ data: record, ...beside }) => {
    const sent = { data: record };
    return { ...beside, ...(hasData(sent) && parseData(sent)) };
  },
  describe: objectOf,
};

/** For endpoints where `data` is optional. */
export const guidAndOptionalData: Input<{ guid: string; data?: object | undefined }> = {
  decode: (sent) => ({ guid: sent.guid, ...(sent.data ? { data: parseData(sent) } : {}) }),
  ignores: (sent) => namesBeside(sent, ['guid', 'data']),
  describe: objectOf,
};

/** The record in `data`, or the fields themselves where they are the record's, or else `missing` where that is given. */
function recordIn(sent: Fields, record: z.ZodType, missing?: Fields): unknown {
  if (hasData(sent)) return parseData(sent);
  const isBare = Object.keys(sent).some((name) => Object.hasOwn(shapeOf(record), name));
  return isBare ? withLines(sent) : (missing ?? parseData(sent));
}

function namesBeside(sent: Fields, known: readonly string[]): string[] {
  return hasData(sent) ? Object.keys(sent).filter((name) => !known.includes(name)) : [];
}

const status = always(true, z.literal(true).describe('true: done'));

/** `{status, message, …}`, the beginning of every answer of this surface. */
const envelope = (text = 'OK'): AnswerFields<unknown> => ({ status, message: message(text) });

export const result = answer({ ...envelope(), result: wholeOutput });

/** The record that a write returns, as `result`. */
export const resultPayment = answer<{ payment: object }>({
  ...envelope(),
  result: recordPart('payment', payment),
});
export const resultBankAccount = answer<{ bank_account: object }>({
  ...envelope(),
  result: part('bank_account'),
});
export const resultBankLine = answer<{ line: object }>({ ...envelope(), result: part('line') });
export const resultStatement = answer<{ statement: object }>({ ...envelope(), result: part('statement') });
export const resultExport = answer<{ export: object }>({ ...envelope(), result: part('export') });
export const resultImport = answer<{ import: object }>({ ...envelope(), result: part('import') });
export const resultInvoice = answer<{ invoice: object }>({
  ...envelope(),
  result: recordPart('invoice', invoice),
});

/** A row for each document. */
export const resultDocuments = answer<{ invoices: object }>({
  ...envelope(),
  result: recordPart('invoices', z.array(createdDocument)),
});

export const resultGuid = answer({ ...envelope(), result: part('guid'), ...issued });

/** The guid as `result`, and `queue`: whether the record still waits for processing. */
export const resultQueued = answer<{ guid: string; queue: boolean }>({
  ...envelope(),
  result: part('guid'),
  queue: part('queue'),
});

/** Events, with the cursor of the next call. */
export const resultEvents = answer({ ...envelope(), ...eventPage });

/** Rows as `result`, with the total beside them. */
export const resultRows = answer({ ...envelope(), ...countedRows });

export const messageOnly = (text: string) => answer({ ...envelope(text), result: nothing });

/** For the few endpoints whose fields are at the top level of the envelope, without `result`. */
export const topLevel = (text?: string) => spreadAnswer(text === undefined ? { status } : envelope(text));

/** All rows of a list. */
export const rows = listAnswer({ head: envelope() });

/** One page of a list, with its number and the total. */
export const resultTotal = listAnswer({ head: envelope(), end: totalEnd });

/** One page of a list, with its number and the address of the next page. */
export const resultPage = listAnswer({
  head: envelope(),
  end: {
    ...pageEnd,
    next_url: made(nextUrl, out.own('Address of the next page, to be called with credentials').nullable()),
  },
});

function nextUrl({ end: { hasMore, limit, page }, call }: { end: PageEnd; call: ListCall }): string | null {
  if (!hasMore) return null;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.fields))
    query.set(name, [value].flat().filter(isScalar).join(','));
  query.set('limit', String(limit));
  query.set('page', String(page + 1));
  return `${call.address}?${query}`;
}

/** An object of a client may have a field `toString`, with which converting it to text would throw. */
function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
