import type { Operation } from '../../kernel/operations/operation.ts';
import type { Fields } from '../http/request/fields.ts';
import { type CodedOperation, type RouteFactory, withCodecs } from '../http/wire/codecs.ts';
import type { ListCall } from './wire.ts';

interface RouteDetails {
  /** The endpoint's name below /api/v1. */
  path: string;
  /** Section of the reference documentation. */
  section: string;
  /** HTTP status of a successful call. */
  status: number;
}

export type Route = RouteDetails & CodedOperation<Fields, ListCall>;
type Unsectioned = Omit<RouteDetails, 'section'> & CodedOperation<Fields, ListCall>;

export const route: RouteFactory<Fields, ListCall, number, Unsectioned> = (
  path: string,
  operation: Operation,
  input,
  codec,
  status = 200,
) => ({ path, ...withCodecs(operation, input, codec), status });

/** The endpoints of one section of the reference documentation. */
export function section(name: string, its: readonly Unsectioned[]): Route[] {
  return its.map((one) => ({ ...one, section: name }));
}
