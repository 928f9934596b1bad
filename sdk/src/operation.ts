/** An operation of the service, as the generated table describes it. */
export interface OperationDescription {
  /** The group of the client and the method in it: `invoices`, `create`. */
  group: string;
  method: string;
  /** The name of the method in earlier releases. It still works. */
  formerMethod?: string;
  kind: 'read' | 'list' | 'file' | 'write';
  /** `data`: the input is one record. `change`: a guid and a record. `fields`: plain fields. */
  input: 'fields' | 'data' | 'change';
  /** Whether the call is about one record, which its guid names. */
  takesGuid?: true;
  /** How a list is read to its end. */
  paging?: 'page' | 'cursor';
  /** Short names of fields: `from` for `from_date`. */
  aliases?: Readonly<Record<string, string>>;
  /** The same operation on the agent API, for calls with a token. */
  agent?: AgentCall;
  /** Only a program can call it, with its token. */
  isForTokens?: true;
  /** The one address of an operation that is not at /api/v1/<operation>, for keys and tokens alike. */
  direct?: DirectCall;
}

export interface DirectCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v1; `:agent_id` is filled in from the fields. */
  path: string;
}

export interface AgentCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v1/agent; `:guid` is filled in from the fields. */
  path: string;
  /** Whether the numeric id of a record may stand for its guid. */
  takesId?: true;
  /** Fields of the record that have another name there. */
  names?: Readonly<Record<string, string>>;
  /** Fields of the answer that have another name there. */
  answerNames?: Readonly<Record<string, string>>;
}

export type Fields = Record<string, unknown>;

export interface CallOptions {
  /** Aborts the call and its retries. */
  signal?: AbortSignal;
}

export interface WriteOptions extends CallOptions {
  /** Rehearses the write: every check is made and nothing is stored; the answer has `dry_run` and `would`. */
  dryRun?: boolean;
  /** Makes the write safe to repeat for a day. Without one, the client makes a new key for each call. */
  idempotencyKey?: string;
}

/** What the answer of a rehearsed write has in addition. */
export interface Rehearsal {
  /** True where the write was rehearsed and nothing has been done. */
  dry_run?: true;
  /** What a rehearsed write would do. */
  would?: {
    number?: string;
    amount?: number;
    currency?: string;
    deliver?: { channel: string; to: string }[];
    claim?: boolean;
    events?: string[];
    [more: string]: unknown;
  };
}

/** The answer of a write. A secret, which is shown once, stands beside its guid. */
export type Written<Result> = WrittenAnswer<Result> &
  (Result extends { secret: string } ? { secret: string } : unknown);

interface WrittenAnswer<Result> extends Rehearsal {
  status: true;
  message: string;
  result: Result;
  /** The record that was made or changed; null in a rehearsal and where there is none. */
  guid: string | null;
}

/** A file to send. A `File` keeps its name. */
export type Upload = Blob | Uint8Array<ArrayBuffer>;
