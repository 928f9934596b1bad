import { randomUUID } from 'node:crypto';
import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCResponse,
  Server,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Caller } from '../../src/kernel/operations/caller.ts';

/** A request to a client that has not been answered yet. */
interface Question {
  asker: string;
  deliver(answer: JSONRPCResponse): void;
}

/**
 * Questions of servers to clients of 2025-11-25. The handler has no sessions: a question goes out on the stream of the
 * POST that is still open, and its answer comes by another POST, which the SDK gives to another server. The id of the
 * question connects the two. It cannot be guessed, and it counts only with the credentials of the POST that asked.
 */
export class PendingQuestions {
  readonly #questions = new Map<string, Question>();
  readonly #limit: number;

  constructor(limit = 100) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#questions.size;
  }

  add(question: Question): string {
    if (this.#questions.size >= this.#limit) throw new Error('Too many questions wait for their answers');
    const id = randomUUID();
    this.#questions.set(id, question);
    return id;
  }

  /** Gives the answer to the server that asked. An answer of anybody else changes nothing. */
  answer(asker: string, answer: JSONRPCResponse): void {
    const id = String(answer.id);
    const question = this.#questions.get(id);
    if (question?.asker !== asker) return;
    this.#questions.delete(id);
    question.deliver(answer);
  }

  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#questions.delete(id);
  }
}

/** A server of one POST that may ask its client. Its questions end with its stream. */
export class AskingServer extends Server {
  readonly #questions: PendingQuestions;
  readonly #asker: string;

  constructor(
    [info, options]: ConstructorParameters<typeof Server>,
    questions: PendingQuestions,
    { account, agentId = '' }: Caller,
  ) {
    super(info, options);
    this.#questions = questions;
    this.#asker = `${account.id} ${agentId}`;
  }

  override async connect(transport: Transport): Promise<void> {
    const asked = new Set<string>();
    const send = transport.send.bind(transport);
    const toClient = (message: JSONRPCMessage): JSONRPCMessage => {
      if (!isJSONRPCRequest(message)) return message;
      const deliver = (answer: JSONRPCResponse) => receive?.({ ...answer, id: message.id });
      const id = this.#questions.add({ asker: this.#asker, deliver });
      asked.add(id);
      return { ...message, id };
    };
    transport.send = (message, options) => send(toClient(message), options);
    await super.connect(transport);
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (isJSONRPCResponse(message)) this.#questions.answer(this.#asker, message);
      else receive?.(message, extra);
    };
    const { onclose } = transport;
    transport.onclose = () => {
      this.#questions.forget(asked);
      onclose?.();
    };
  }
}
