/** Surfaces turn the kind into a status of their own. */
export type FailureKind =
  | 'input'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'no_route'
  | 'method'
  | 'too_large'
  | 'too_many'
  | 'waiting'
  | 'busy'
  | 'internal';

type Message = string | ((...args: never[]) => string);

/** A failure in the catalogue of `failure.ts`. */
export interface Entry<M extends Message = Message> {
  kind: FailureKind;
  message: M;
  /** The text for the reference documentation, where the message consists of its arguments alone. */
  about?: string;
}

const ofKind =
  (kind: FailureKind) =>
  <M extends Message>(message: M, about?: string): Entry<M> => ({ kind, message, ...(about && { about }) });

export const input = ofKind('input');
export const notFound = ofKind('not_found');
export const conflict = ofKind('conflict');
export const gone = ofKind('gone');
export const badRequest = ofKind('bad_request');
export const unauthenticated = ofKind('unauthenticated');
export const forbidden = ofKind('forbidden');
export const noRoute = ofKind('no_route');
export const wrongMethod = ofKind('method');
export const tooLarge = ofKind('too_large');
export const tooMany = ofKind('too_many');
export const waiting = ofKind('waiting');
export const busy = ofKind('busy');
export const internal = ofKind('internal');

/** The message of a failure whose reason says everything. */
export const asGiven = (why: string): string => why;
