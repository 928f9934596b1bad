import { after, beforeEach } from 'node:test';
import type { Client } from './client.ts';
import { runJobsWithoutFailure } from './jobs.ts';
import { OtherService } from './other-service.ts';
import type { TestService } from './service.ts';

type Counts = [
  there: number | null,
  found: number,
  fresh: number,
  known: number,
  leftOut: number,
  refused: number,
];

/** The counts of each part that has found something. */
export function countsOf({ parts }: any): Record<string, Counts> {
  return Object.fromEntries(
    parts
      .filter(({ found }: any) => found > 0)
      .map((one: any) => [one.part, [one.there, one.found, one.new, one.known, one.left_out, one.refused]]),
  );
}

/** What customers owe and are owed, by their names: nothing else tells the customers of two accounts apart. */
export async function debts(seller: Client): Promise<string[]> {
  const customers: any[] = await seller.ok('get-customers');
  const names = new Map(customers.map(({ guid, name, email }) => [guid, `${name} ${email}`]));
  const { rows } = await seller.ok('get-aged-receivables');
  return (rows as any[])
    .map(({ customer_guid, ...sums }) => JSON.stringify([names.get(customer_guid), sums]))
    .sort();
}

/** The calls of an import, and what an account answers. */
export function importsOf(kvitt: TestService) {
  const begin = async (seller: Client, source: object) =>
    (await seller.ok('start-account-import', { data: source })).guid as string;
  const read = (seller: Client, guid: string) => seller.ok('get-account-import', { guid });
  async function bring(seller: Client, source: object): Promise<any> {
    const guid = await begin(seller, source);
    await runJobsWithoutFailure(kvitt);
    return read(seller, guid);
  }
  return { begin, read, bring };
}

/** What `start-account-import` takes for an account of the same service. */
export function sourceOf(kvitt: TestService, { username, apiKey }: Client) {
  return { from_url: kvitt.url, from_username: username, from_api_key: apiKey };
}

/** Another service that is a new one for each test. */
export function freshOtherService(): OtherService {
  const other = new OtherService();
  beforeEach(async () => {
    await other.stop().catch(() => {});
    Object.assign(other, new OtherService());
    await other.start();
  });
  after(() => other.stop());
  return other;
}
