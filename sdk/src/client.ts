import { bytesOf } from './bytes.ts';
import { KvittError } from './errors.ts';
import { type EventFilter, EventStream } from './event-stream.ts';
import { type EventsGroup, OperationGroups } from './generated/groups.ts';
import { OPERATIONS, type OperationName } from './generated/operations.ts';
import type { CallOptions, Fields, OperationDescription, WriteOptions } from './operation.ts';
import { RecordList } from './record-list.ts';
import { accountRequest, agentRequest, directRequest, isRecord, renameKeys } from './request.ts';
import { type Answer, type KvittSettings, Transport } from './transport.ts';

const TABLE: Readonly<Record<string, OperationDescription>> = OPERATIONS;

/** A client of the service. Its groups are the sections of the API reference, and their methods the operations. */
export class Kvitt extends OperationGroups {
  /** Follows the events of the account; see `EventStream`. */
  readonly events: ((filter?: EventFilter, options?: CallOptions) => EventStream) & EventsGroup;
  readonly #transport: Transport;

  constructor(settings: KvittSettings) {
    const group = (name: string) => groupMethods(name, (...call) => this.#run(...call));
    super(group);
    this.#transport = new Transport(settings);
    const follow = (filter: EventFilter = {}, { signal }: CallOptions = {}) =>
      new EventStream((fields) => this.#fetchEvents(fields, signal), filter);
    this.events = Object.assign(follow, group('events') as EventsGroup);
  }

  /**
   * Calls an operation by its name and returns the whole answer. It takes what the method of the operation takes. A list
   * answers one page.
   */
  async call(operation: OperationName, input: Fields = {}, options: WriteOptions = {}): Promise<Answer> {
    const description = TABLE[operation];
    if (!description)
      throw new KvittError(`There is no operation "${operation}".`, { code: 'unknown_operation' });
    return this.#send(operation, description, toFields(description, input), options);
  }

  #run(operation: string, description: OperationDescription, args: unknown[]): unknown {
    const { input, options } = splitArguments(description, args);
    const fields = toFields(description, input);
    if (description.kind === 'list' && description.paging === 'page') {
      const { limit, page, ...filter } = fields;
      return new RecordList(
        (number, size) =>
          this.#send(operation, description, { ...filter, limit: size, page: number }, options),
        { limit, page },
      );
    }
    return this.#send(operation, description, fields, options).then((answer) =>
      toResult(description, answer),
    );
  }

  async #send(
    operation: string,
    description: OperationDescription,
    fields: Fields,
    { signal, ...sent }: WriteOptions,
  ): Promise<Answer> {
    const { kind, agent, direct } = description;
    // One key for the call and all its retries: a retry after a lost answer must not write twice.
    const options =
      kind === 'write' ? { idempotencyKey: crypto.randomUUID(), ...withoutUndefined(sent) } : {};
    if (direct) {
      const request = directRequest(description, direct, fields, options);
      return toWritten(description, await this.#transport.send(request, signal));
    }
    if (!this.#transport.hasToken) {
      if (description.isForTokens)
        throw new KvittError(
          `The operation "${operation}" is for programs; use the token of a connected program.`,
          { code: 'operation_needs_token' },
        );
      const request = accountRequest(operation, description, fields, options);
      return toWritten(description, await this.#transport.send(request, signal));
    }
    if (!agent)
      throw new KvittError(
        `The operation "${operation}" is not open to tokens; use the username and api_key of the account.`,
        { code: 'operation_not_open_to_tokens' },
      );
    const request = agentRequest(description, agent, fields, options);
    return toWritten(description, fromAgent(description, await this.#transport.send(request, signal)));
  }

  #fetchEvents(fields: Fields, signal?: AbortSignal): Promise<Answer> {
    const description: OperationDescription = {
      group: 'events',
      method: 'list',
      kind: 'list',
      input: 'fields',
      agent: { method: 'GET', path: '/events' },
    };
    return this.#send('get-events', description, fields, signal ? { signal } : {});
  }
}

type RunOperation = (operation: string, description: OperationDescription, args: unknown[]) => unknown;

function groupMethods(group: string, run: RunOperation): object {
  const methods = Object.entries(TABLE)
    .filter(([, description]) => description.group === group)
    .flatMap(([name, description]) => {
      const { method, formerMethod = method } = description;
      const call = (...args: unknown[]) => run(name, description, args);
      return [
        [method, call],
        [formerMethod, call],
      ];
    });
  return Object.fromEntries(methods);
}

/** `(guid, changes, options)`, `(guid, options)` or `(input, options)`. */
function splitArguments(
  { input: style }: OperationDescription,
  [first, second, third]: unknown[],
): { input: Fields; options: WriteOptions } {
  if (typeof first !== 'string')
    return { input: (first ?? {}) as Fields, options: (second ?? {}) as WriteOptions };
  if (style !== 'change') return { input: { guid: first }, options: (second ?? {}) as WriteOptions };
  const data = (second ?? {}) as Fields;
  return { input: { guid: first, data }, options: (third ?? {}) as WriteOptions };
}

/** The fields on the wire. The record may come by itself, beside its guid, or in `data`. */
function toFields({ input: style, aliases }: OperationDescription, input: Fields): Fields {
  if (style === 'fields') return aliases ? renameKeys(input, aliases) : input;
  const { data, ...beside } = input;
  const isWrapped = isRecord(data) && Object.keys(beside).every((name) => name === 'guid');
  if (style === 'data') return { data: isWrapped ? data : input };
  if (isWrapped) return input;
  const { guid, ...changes } = input;
  return Object.keys(changes).length > 0 ? { guid, data: changes } : { guid };
}

function withoutUndefined(options: WriteOptions): WriteOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Gives an answer of the agent API the shape of the credential API. */
function fromAgent({ agent, kind, isForTokens }: OperationDescription, answer: Answer): Answer {
  const { result } = answer;
  if (!isRecord(result) || isForTokens) return answer;
  if (agent?.answerNames) return { ...answer, result: renameKeys(result, agent.answerNames) };
  if (kind === 'write' && 'guid' in result) {
    const { guid, queue } = result;
    return { ...answer, result: guid, ...(queue !== undefined && { queue }) };
  }
  const isCount = Object.keys(result).length === 1 && typeof result.count === 'number';
  return isCount ? { ...answer, result: result.count } : answer;
}

/** Adds `guid`, and a `secret` that is shown once, to the answer of a write, wherever the answer has them. */
function toWritten({ kind }: OperationDescription, answer: Answer): Answer {
  if (kind !== 'write') return answer;
  const { result } = answer;
  const { guid, secret } = isRecord(result) ? result : { guid: result };
  const shown = typeof secret === 'string' && { secret };
  return { status: true, ...answer, guid: typeof guid === 'string' ? guid : null, ...shown };
}

/** What a method returns: the record of a read, the bytes of a file, the whole answer of a write. */
function toResult({ kind, paging }: OperationDescription, answer: Answer): unknown {
  if (kind === 'write' || paging === 'cursor') return answer;
  if (kind === 'file') return bytesOf((answer.result as { file: string }).file);
  if ('result' in answer) return answer.result;
  const { status: _status, message: _message, ...fields } = answer;
  return fields;
}
