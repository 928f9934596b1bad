import type { Envelope } from './envelope.ts';
import { dataOf, type Fields } from './form.ts';

/** How an operation's input is spelled in fields, and its answer in the envelope. */
export type Input = (fields: Fields) => unknown;
export type Output = (output: never) => Envelope;

export const fields: Input = (sent) => sent;
export const data: Input = dataOf;
export const guidAndData: Input = (sent) => ({ guid: sent.guid, data: dataOf(sent) });

export const result: Output = (output: unknown) => ({ status: true, message: 'OK', result: output });

interface Made {
  guid: string;
  payment_link?: string | null;
}

export const resultGuid: Output = ({ guid, payment_link }: Made) => ({
  status: true,
  message: 'OK',
  result: guid,
  ...(payment_link && { payment_link }),
});

export const only =
  (message: string): Output =>
  () => ({ status: true, message, result: null });

/** For the few endpoints whose fields stand beside `status`, without a `result`. */
export const topLevel =
  (message?: string): Output =>
  (output: object) =>
    ({ status: true, ...(message && { message }), ...output }) as Envelope;
