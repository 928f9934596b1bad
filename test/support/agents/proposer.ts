import { before } from 'node:test';
import { type Client, invoice } from '../client.ts';
import { type ConsoleClient, signInToConsole } from '../console-client.ts';
import type { TestService } from '../service.ts';
import { type Agent, createAccountWithAgent } from './agent.ts';
import { changeAgent } from './limits.ts';

export const MAILED = {
  name: 'Jón ehf.',
  output_select: 3,
  email: 'jon@example.is',
  registration_no: '5501234520',
};

/** The body of an invoice that is mailed. */
export function mailedInvoice(fields = {}) {
  return { data: invoice({ customer: MAILED, ...fields }) };
}

/** The values that a preview says will be stored. */
export function fieldsOf({ fields }: { fields: readonly { name: string; to: unknown }[] }) {
  return Object.fromEntries(fields.map(({ name, to }) => [name, to])) as Record<string, unknown>;
}

/** An account with a program whose every write waits for a person, and the person. */
export class Proposer {
  seller!: Client;
  agent!: Agent;
  person!: ConsoleClient;

  constructor(kvitt: TestService) {
    before(async () => {
      const { seller, agent } = await createAccountWithAgent(kvitt.url, { email: 'owner@example.is' });
      await changeAgent(seller, agent, { limits: { mode: 'propose' } });
      Object.assign(this, { seller, agent, person: await signInToConsole(seller) });
    });
  }

  async find(guid: string) {
    return (await this.person.ok('find-proposals', { guid })).rows[0];
  }

  countInvoices() {
    return this.seller.ok('get-count-invoices');
  }
}
