/** A request to an address that a customer typed. */
export interface OutgoingRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Limit of the whole call, from name resolution to the last byte of the answer. */
  timeoutMs: number;
  /** The answer is read up to here. */
  maxBytes: number;
}

export interface OutgoingAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The answer was longer than `maxBytes`. */
  isTruncated: boolean;
}

/**
 * Calls to addresses that customers typed. They reach public hosts only: every address that the name has is checked, and
 * the connection goes to the address that was checked, so that a name which changes its answer gains nothing. Redirects
 * are answers like others and are not followed.
 */
export interface Outgoing {
  /** Why an address can't be used; null where it can. A name that does not resolve can. */
  findProblem(url: string): Promise<AddressViolation | null>;
  /** Rejects with `AddressRefused` before any connection is made, or with `OutgoingFailed`. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
}

/** As in the violations `address_…` of `kernel/failures/violations.ts`. */
export type AddressViolation = 'invalid' | 'https' | 'credentials' | 'private' | 'port' | 'long';

/** The address, or one that its name resolves to, must not be reached. */
export class AddressRefused extends Error {}

/** The name does not resolve, the host can't be reached, or it did not answer in time. */
export class OutgoingFailed extends Error {}
