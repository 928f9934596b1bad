export type Fields = Record<string, unknown>;

/** What a new account needs so that every endpoint has something to work on. */
export interface Books {
  customer: string;
  item: string;
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
  bookkeeper: string;
  bookkeeperName: string;
  tenant: string;
  kennitala: string;
  cost: string;
  approvedCost: string;
}

export interface EndpointCase {
  path: string;
  /** Writes answer POST only, all else GET and POST. */
  writes?: true;
  /** The HTTP status of a call that succeeds; 200 unless it says so. */
  status?: number;
  /** Fields of a call that succeeds. */
  good(books: Books): Fields;
  /** What must be sent; those within `data` by their path. */
  required?: string[];
  /** A value of the wrong type for one of the fields. */
  wrong: Fields | null;
  /** A guid that nobody has, or data that cannot be used. */
  unknown: Fields | null;
  /** Fields that name a record of the account, by their path. */
  guids?: string[];
}

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

export const page = { wrong: { limit: 'ten' }, unknown: { page: 0 } };
/** What holds of every endpoint about one record. */
export const byGuid = { required: ['guid'], unknown: { guid: UNKNOWN }, guids: ['guid'] };
export const none = { good: () => ({}), wrong: null, unknown: null };
