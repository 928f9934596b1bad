import { z } from 'zod';
import type { Envelope } from './envelope.ts';
import { dataOf, type Fields } from './form.ts';

/** How an operation's input is spelled in fields, and `sent`: the schema of those fields for the documentation. */
export interface Input {
  (fields: Fields): unknown;
  sent(input: z.ZodObject): z.ZodObject;
}

/** How an operation's answer is spelled in the envelope, and `answered`: the schema of that envelope. */
export interface Output {
  (output: never): Envelope;
  answered(output: z.ZodType): z.ZodObject;
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
