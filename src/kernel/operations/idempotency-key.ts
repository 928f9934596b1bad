import type { Account } from '../access/account.ts';

/**
 * The Idempotency-Key of one call. Copies of the caller share it, so it knows which operation was called with it: a write
 * that runs as a part of that call must run without the key, or the two would take each other for a reused one.
 */
export class IdempotencyKey {
  readonly text: string;
  #operation: string | null = null;

  constructor(text: string) {
    this.text = text;
  }

  bindTo(operation: string): void {
    if (this.#operation !== null && this.#operation !== operation)
      throw new Error(`${operation} ran under the key of ${this.#operation}; nested writes need withoutKey`);
    this.#operation = operation;
  }
}

interface KeyHolder {
  account: Account;
  agentId?: string;
  person?: { id: number };
}

/**
 * The key that a client has sent, with who sent it: programs, bookkeepers and people of an account may choose the same
 * one, and must not get each other's answers. A client cannot send a space, so it cannot pose as another.
 */
export function keyOfClient(text: string, { account, agentId, person }: KeyHolder): IdempotencyKey {
  const bookkeeper = account.bookkeeperKey === undefined ? [] : ['bookkeeper', account.bookkeeperKey];
  const program = agentId === undefined ? [] : [agentId];
  const somebody = person ? ['person', String(person.id)] : [];
  return new IdempotencyKey([...bookkeeper, ...program, ...somebody, text].join(' '));
}

/** The caller of a write that is only a part of the call. */
export function withoutKey<C extends { idempotencyKey?: IdempotencyKey | undefined }>(caller: C): C {
  return { ...caller, idempotencyKey: undefined };
}
