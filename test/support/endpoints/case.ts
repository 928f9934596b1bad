import { UNKNOWN_GUID } from '../unknown-guid.ts';

export type Fields = Record<string, unknown>;

/** Guids of the records that the endpoints of a new account work on. */
export interface Books {
  customer: string;
  otherCustomer: string;
  item: string;
  /** An item without VAT that does not say why. */
  unstatedItem: string;
  invoice: string;
  draft: string;
  order: string;
  orderDraft: string;
  quote: string;
  recurring: string;
  paused: string;
  task: string;
  running: string;
  log: string;
  event: string;
  webhook: string;
  journal: string;
  accountExport: string;
  accountImport: string;
  journalLayout: string;
  bookkeeper: string;
  bookkeeperName: string;
  tenant: string;
  tenantRequest: string;
  otherTenantRequest: string;
  kennitala: string;
  cost: string;
  /** A cost whose file is an e-invoice. */
  einvoiceCost: string;
  approvedCost: string;
  proposal: string;
  payment: string;
  /** An invoice of the customer of that payment. */
  creditedInvoice: string;
  /** Another payment of that customer, of which nothing is allocated. */
  surplus: string;
  writtenOff: string;
  bankAccount: string;
  /** An open line of that account. */
  bankLine: string;
  bookedLine: string;
  ignoredLine: string;
  /** A settlement period of VAT, by its name. */
  lockedPeriod: string;
  vatSubmission: string;
  /** An open question about a cost. */
  question: string;
}

export interface EndpointCase {
  path: string;
  /** Writes answer POST only, reads GET and POST. */
  writes?: true;
  /** The HTTP status of a call that succeeds; 200 by default. */
  status?: number;
  /** Fields of a call that succeeds. */
  good(books: Books): Fields;
  /** Required fields; those within `data` by their path. */
  required?: string[];
  /** A value of the wrong type for one of the fields. */
  wrong: Fields | null;
  /** A guid that does not exist, or data that cannot be used. */
  unknown: Fields | null;
  /** Fields that refer to a record of the account, by their path. */
  guids?: string[];
}

export const page = { wrong: { limit: 'ten' }, unknown: { page: 0 } };
/** The parts that all endpoints about one record share. */
export const byGuid = { required: ['guid'], unknown: { guid: UNKNOWN_GUID }, guids: ['guid'] };
export const none = { good: () => ({}), wrong: null, unknown: null };
