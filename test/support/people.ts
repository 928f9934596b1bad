import assert from 'node:assert/strict';
import type { Role } from '../../src/domain/access/roles.ts';
import type { Client } from './client.ts';
import { ConsoleClient } from './console-client.ts';
import { runJobs } from './jobs.ts';
import { PASSWORD, type Page, type Person } from './person.ts';
import type { TestService } from './service.ts';
import { until } from './until.ts';

/** Waits for a mail to the address and returns the link in the newest one. */
export async function waitForMailedLink(kvitt: TestService, to: string): Promise<string> {
  const link = await until(`a mail with a link for ${to}`, async () => {
    await runJobs(kvitt);
    const { body } = await kvitt.operator('GET', `/sandbox/mail?to=${encodeURIComponent(to)}`);
    const links = body.flatMap(({ text }: { text: string }) => /https?:\S+/.exec(text)?.[0] ?? []);
    // A notice that the password was changed links to the page where a new one is asked for.
    return links.findLast((one: string) => !one.endsWith('/forgotten'));
  });
  return new URL(link).pathname + new URL(link).search;
}

let addressCount = 0;

export function newEmailAddress(): string {
  addressCount += 1;
  return `person${addressCount}-${process.pid}@example.is`;
}

export function invitePerson(owner: ConsoleClient, email: string, fields: object = {}) {
  return owner.call('invite-person', { email, role: 'member', current_password: PASSWORD, ...fields });
}

export async function findPerson(owner: ConsoleClient, username: string) {
  const { people } = await owner.ok('get-people');
  return people.find((one: { username: string }) => one.username === username);
}

/** Invites a new person to the owner's account, accepts the invitation and signs in. */
export async function addColleague(
  kvitt: TestService,
  owner: ConsoleClient,
  role: Role = 'member',
): Promise<ConsoleClient & { username: string }> {
  const email = newEmailAddress();
  const { link } = await owner.ok('invite-person', { email, role, current_password: PASSWORD });
  const consoleClient = new ConsoleClient(kvitt.url);
  const page = await acceptInvitation(consoleClient.person, new URL(link).pathname + new URL(link).search, {
    name: `Person ${addressCount}`,
    username: email,
  });
  assert.equal(page.location, '/console', page.text);
  return Object.assign(await consoleClient.open(), { username: email });
}

/** Opens the link of an invitation and submits its form. */
export async function acceptInvitation(
  person: Person,
  path: string,
  fields: Record<string, string>,
): Promise<Page> {
  return person.submit(await person.get(path), '/invitation', { password: PASSWORD, ...fields });
}

export async function signInOwner(
  kvitt: TestService,
  seller?: Client,
): Promise<ConsoleClient & { seller: Client }> {
  const account = seller ?? (await kvitt.account());
  const consoleClient = await new ConsoleClient(kvitt.url).signIn(account);
  return Object.assign(consoleClient, { seller: account });
}

/** Invites somebody who signs in at another company already, who accepts with that sign-in. */
export async function joinCompany(
  owner: ConsoleClient,
  colleague: ConsoleClient,
  role: Role = 'accountant',
): Promise<Page> {
  const { link } = await owner.ok('invite-person', {
    email: newEmailAddress(),
    role,
    current_password: PASSWORD,
  });
  const { pathname, search } = new URL(link);
  const page = await colleague.person.submit(
    await colleague.person.get(pathname + search),
    '/invitation/join',
  );
  if (page.location === '/console') await colleague.open();
  return page;
}
