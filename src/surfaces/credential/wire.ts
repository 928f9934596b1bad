import { z } from 'zod';
import { out } from '../../kernel/fields/output-fields.ts';
import type { ListTotal, PageEnd } from '../../kernel/paging.ts';
import { dataOf, type Fields } from '../http/form.ts';
import type { Envelope } from './envelope.ts';

/** How an operation's input is spelled in fields, and `sent`: the schema of those fields for the documentation. */
export interface Input {
  (fields: Fields): unknown;
  sent(input: z.ZodObject): z.ZodObject;
}

/** How an operation's answer is spelled in the envelope, and `answered`: the schema of that envelope. */
export interface Output {
  (output: never): Envelope;
  answered(output: z.ZodType): z.ZodObject;
  /** What stands beside the rows of a list, made of what they return at their end. */
  beside?(end: never, call: Call): object;
}

/** The address that was called and the fields that it knows of those sent, without credentials. */
export interface Call {
  address: string;
  fields: Fields;
}

const asItIs = (input: z.ZodObject) => input;

export const fields: Input = Object.assign((sent: Fields) => sent, { sent: asItIs });
export const data: Input = Object.assign((sent: Fields) => dataOf(sent), {
  sent: (input: z.ZodObject) => z.object({ data: input }),
});
export const guidAndData: Input = Object.assign((sent: Fields) => ({ guid: sent.guid, data: dataOf(sent) }), {
  sent: asItIs,
});

/** Where `data` only narrows what is meant, and may be left out. */
export const guidAndMaybeData: Input = Object.assign(
  (sent: Fields) => ({ guid: sent.guid, ...(sent.data ? { data: dataOf(sent) } : {}) }),
  { sent: asItIs },
);

const envelope = (message: string) =>
  z.object({
    status: z.literal(true).describe('true: done'),
    message: z.string().meta({ description: 'For people', examples: [message] }),
  });

export const result: Output = Object.assign(
  (output: unknown): Envelope => ({ status: true, message: 'OK', result: output }),
  { answered: (output: z.ZodType) => envelope('OK').extend({ result: output }) },
);

interface Made {
  guid: string;
  payment_link?: string | null;
}

export const resultGuid: Output = Object.assign(
  ({ guid, payment_link }: Made): Envelope => ({
    status: true,
    message: 'OK',
    result: guid,
    ...(payment_link && { payment_link }),
  }),
  {
    answered(output: z.ZodType) {
      const { shape } = output as z.ZodObject;
      const whole = envelope('OK').extend({ result: shape.guid as z.ZodType });
      return shape.payment_link ? whole.extend({ payment_link: paymentLink.optional() }) : whole;
    },
  },
);

/** The guid, and beside it whether the record waits for something. */
export const resultQueued: Output = Object.assign(
  ({ guid, queue }: { guid: string; queue: boolean }): Envelope => ({
    status: true,
    message: 'OK',
    result: guid,
    queue,
  }),
  {
    answered(output: z.ZodType) {
      const { guid, queue } = (output as z.ZodObject).shape;
      return envelope('OK').extend({ result: guid as z.ZodType, queue: queue as z.ZodType });
    },
  },
);

/** A page of a list, and beside it which one it is and where the next one is. */
export const resultPage: Output = Object.assign(
  (output: unknown): Envelope => ({ status: true, message: 'OK', result: output }),
  {
    answered: (output: z.ZodType) =>
      envelope('OK').extend({
        result: output,
        hasMore: out.flag('Whether there are more after these'),
        limit: out.integer('How many were asked for', 10),
        page: out.integer('Which page this is', 1),
        next_url: out.text('Address of the next page, to be called with credentials').nullable(),
      }),
    beside: ({ hasMore, limit, page }: PageEnd, { address, fields: sent }: Call) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(sent)) query.set(name, String(value));
      query.set('limit', String(limit));
      query.set('page', String(page + 1));
      return { hasMore, limit, page, next_url: hasMore ? `${address}?${query}` : null };
    },
  },
);

/** A list, and beside it how many there are in all and which page this is. */
export const resultTotal: Output = Object.assign(
  (output: unknown): Envelope => ({ status: true, message: 'OK', result: output }),
  {
    answered: (output: z.ZodType) =>
      envelope('OK').extend({
        result: output,
        total: out.integer('How many there are in all', 1),
        page: out.integer('Which page this is', 1),
      }),
    beside: ({ total, page }: ListTotal) => ({ total, page }),
  },
);

const paymentLink = z.string().describe('Public page to pay at, if one was asked for');

export const only = (message: string): Output =>
  Object.assign((): Envelope => ({ status: true, message, result: null }), {
    answered: () => envelope(message).extend({ result: z.null() }),
  });

/** For the few endpoints whose fields stand beside `status`, without a `result`. */
export const topLevel = (message?: string): Output =>
  Object.assign((output: object) => ({ status: true, ...(message && { message }), ...output }) as Envelope, {
    answered(output: z.ZodType) {
      const whole = message ? envelope(message) : envelope('').pick({ status: true });
      return whole.extend((output as z.ZodObject).shape);
    },
  });
