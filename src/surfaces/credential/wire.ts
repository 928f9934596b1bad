import { z } from 'zod';
import { type InvoiceWarning, noticeOf } from '../../domain/invoices/invoice-warnings.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { ListTotal, PageEnd } from '../../kernel/operations/paging.ts';
import type { EventPage } from '../../modules/events/schema.ts';
import { type Fields, parseData, withLines } from '../http/request/fields.ts';
import type { Envelope } from './envelope.ts';

/** Decodes fields into an operation's input. `requestSchema` documents the fields as they are sent. */
export interface Input {
  (fields: Fields, input: z.ZodObject): unknown;
  /** The names that it drops, because they stand beside the record. */
  ignores?(fields: Fields): string[];
  requestSchema(input: z.ZodObject): z.ZodObject;
}

/** Encodes an operation's output into the envelope. `responseSchema` documents that envelope. */
export interface Output {
  (output: never): Envelope;
  responseSchema(output: z.ZodType): z.ZodObject;
  /** Fields that follow the rows of a list, made of the iterator's return value. */
  footer?(end: never, call: ListCall): object;
}

/** The address of a list call, and its known fields without the credentials, for the address of the next page. */
interface ListCall {
  address: string;
  fields: Fields;
}

const unchanged = (input: z.ZodObject) => input;

export const fields: Input = Object.assign((sent: Fields) => sent, { requestSchema: unchanged });
export const data: Input = Object.assign((sent: Fields, input: z.ZodObject) => recordIn(sent, input), {
  ignores: (sent: Fields) => namesBeside(sent, ['data']),
  requestSchema: (input: z.ZodObject) => z.object({ data: input }),
});
export const guidAndData: Input = Object.assign(
  ({ guid, ...sent }: Fields, input: z.ZodObject) => ({
    guid,
    data: recordIn(sent, input.shape.data as z.ZodObject),
  }),
  {
    ignores: (sent: Fields) => namesBeside(sent, ['guid', 'data']),
    requestSchema: unchanged,
  },
);

/** For endpoints where `data` is optional. */
export const guidAndOptionalData: Input = Object.assign(
  (sent: Fields) => ({ guid: sent.guid, ...(sent.data ? { data: parseData(sent) } : {}) }),
  { ignores: (sent: Fields) => namesBeside(sent, ['guid', 'data']), requestSchema: unchanged },
);

function hasData({ data }: Fields): boolean {
  return data !== undefined && data !== null && data !== '';
}

/** The record in `data`, or the fields themselves where they are the record's. */
function recordIn(sent: Fields, record: z.ZodObject): unknown {
  const isBare = !hasData(sent) && Object.keys(sent).some((name) => Object.hasOwn(record.shape, name));
  return isBare ? withLines(sent) : parseData(sent);
}

function namesBeside(sent: Fields, known: readonly string[]): string[] {
  return hasData(sent) ? Object.keys(sent).filter((name) => !known.includes(name)) : [];
}

const envelope = (message: string) =>
  z.object({
    status: z.literal(true).describe('true: done'),
    message: z.string().meta({ description: 'For people', examples: [message] }),
  });

const ok = (value: unknown, more?: object): Envelope => ({
  status: true,
  message: 'OK',
  result: value,
  ...more,
});

export const result: Output = Object.assign((output: unknown) => ok(output), {
  responseSchema: (output: z.ZodType) => envelope('OK').extend({ result: output }),
});

interface Created {
  guid: string;
  payment_link?: string | null;
  warnings?: readonly InvoiceWarning[];
}

export const resultGuid: Output = Object.assign(
  ({ guid, payment_link, warnings }: Created) =>
    ok(guid, {
      ...(payment_link && { payment_link }),
      ...(warnings && warnings.length > 0 && { warnings, ...noticeOf(warnings) }),
    }),
  {
    responseSchema(output: z.ZodType) {
      const { shape } = output as z.ZodObject;
      return envelope('OK').extend({
        result: shape.guid as z.ZodType,
        ...(shape.payment_link && { payment_link: paymentLink.optional() }),
        ...(shape.warnings && { warnings: (shape.warnings as z.ZodType).optional() }),
      });
    },
  },
);

/** The guid as `result`, and `queue`: whether the record still waits for processing. */
export const resultQueued: Output = Object.assign(
  ({ guid, queue }: { guid: string; queue: boolean }) => ok(guid, { queue }),
  {
    responseSchema(output: z.ZodType) {
      const { guid, queue } = (output as z.ZodObject).shape;
      return envelope('OK').extend({ result: guid as z.ZodType, queue: queue as z.ZodType });
    },
  },
);

/** An object of a client may have a field `toString`, with which converting it to text would throw. */
function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** One page of a list, with its number and the address of the next page. */
export const resultPage: Output = Object.assign((output: unknown) => ok(output), {
  responseSchema: (output: z.ZodType) =>
    envelope('OK').extend({
      result: output,
      hasMore: out.flag('Whether there are more after these'),
      limit: out.integer('How many were asked for', 10),
      page: out.integer('Which page this is', 1),
      next_url: out.text('Address of the next page, to be called with credentials').nullable(),
    }),
  footer: ({ hasMore, limit, page }: PageEnd, { address, fields: sent }: ListCall) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(sent))
      query.set(name, [value].flat().filter(isScalar).join(','));
    query.set('limit', String(limit));
    query.set('page', String(page + 1));
    return { hasMore, limit, page, next_url: hasMore ? `${address}?${query}` : null };
  },
});

/** Events, with the cursor of the next call. */
export const resultEvents: Output = Object.assign(({ events, next }: EventPage) => ok(events, { next }), {
  responseSchema(output: z.ZodType) {
    const { events, next } = (output as z.ZodObject).shape;
    return envelope('OK').extend({ result: events as z.ZodType, next: next as z.ZodType });
  },
});

/** Rows as `result`, with the total beside them. */
export const resultRows: Output = Object.assign(
  ({ rows, total }: { rows: object[]; total: number }) => ok(rows, { total }),
  {
    responseSchema(output: z.ZodType) {
      const { rows, total } = (output as z.ZodObject).shape;
      return envelope('OK').extend({ result: rows as z.ZodType, total: total as z.ZodType });
    },
  },
);

/** One page of a list, with its number and the total. */
export const resultTotal: Output = Object.assign((output: unknown) => ok(output), {
  responseSchema: (output: z.ZodType) =>
    envelope('OK').extend({
      result: output,
      total: out.integer('How many there are in all', 1),
      page: out.integer('Which page this is', 1),
    }),
  footer: ({ total, page }: ListTotal) => ({ total, page }),
});

const paymentLink = z.string().describe('Public page to pay at, if one was asked for');

export const messageOnly = (message: string): Output =>
  Object.assign((): Envelope => ({ status: true, message, result: null }), {
    responseSchema: () => envelope(message).extend({ result: z.null() }),
  });

/** For the few endpoints whose fields are at the top level of the envelope, without `result`. */
export const topLevel = (message?: string): Output =>
  Object.assign((output: object) => ({ status: true, ...(message && { message }), ...output }) as Envelope, {
    responseSchema(output: z.ZodType) {
      const schema = message ? envelope(message) : envelope('').pick({ status: true });
      return schema.extend((output as z.ZodObject).shape);
    },
  });
