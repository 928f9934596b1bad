import assert from 'node:assert/strict';
import { ALL_SCOPES } from '../agents/agent.ts';
import { type Client, createAccount, invoice } from '../client.ts';
import { ConsoleClient } from '../console-client.ts';
import { OPERATOR_TOKEN } from '../databases.ts';
import { openBooks } from '../endpoints/books.ts';
import type { Books } from '../endpoints/case.ts';
import { authorizeClient, hiddenFields, Person, registerClient } from '../person.ts';
import { basicAuth } from '../requests.ts';
import { buy, openSale } from '../sales.ts';

/** Stands in every record of the account whose data no answer may contain. */
export const CANARY = 'KANARI-FUGL';

/** An account that no request authenticates as. Its guids are sent, and its data must never come back. */
export interface Victim {
  books: Books;
  /** Guids that no answer contains unless its request did. */
  guids: string[];
}

/** What the requests of a while use. A new one is made when they have used it up, or have lost access to it. */
export interface World {
  url: string;
  seller: Client;
  books: Books;
  token: string;
  /** A separate account, because operations in the browser change passwords and keys. */
  browser: ConsoleClient;
  browserBooks: Books;
  /** The account that operator calls change. */
  spare: string;
  /** The paths of public pages of the seller that exist: of sales, documents, orders, tickets and a checkout. */
  addresses: string[];
  /** The hidden fields of forms, by the path that they post to. */
  forms: Map<string, Record<string, string>>;
  client: { client_id: string; client_secret: string; refresh_token: string };
  /** A program of the seller that may be revoked. */
  spareClient: string;
  /** A program that the person in the browser may consent to. */
  browserClient: string;
}

export async function createVictim(url: string): Promise<Victim> {
  const text = { name: CANARY, address: CANARY, city: CANARY };
  const victim = await createAccount(url, { ...text, email: `${CANARY.toLowerCase()}@example.is` });
  const books = await openBooks(victim);
  for (const guid of [books.customer, books.otherCustomer])
    await victim.ok('update-customer', { guid, data: text });
  await victim.ok('update-item', { guid: books.item, data: { description: CANARY } });
  await victim.ok('update-task', { guid: books.task, data: { name: CANARY } });
  for (const kind of ['order', 'draft', 'quote'] as const) {
    const [path, guid] = [
      kind === 'quote' ? kind : `${kind}-invoice`,
      kind === 'draft' ? books.orderDraft : books[kind],
    ];
    await victim.ok(`update-${path}`, { guid, data: { description: CANARY } });
  }
  const { bookkeeperName: _name, kennitala: _kennitala, ...records } = books;
  // One of the records is a period, which is named alike in every account.
  return { books, guids: Object.values(records).filter((one) => /^[\da-f]{8}-/.test(one)) };
}

export async function createWorld(url: string): Promise<World> {
  const [ofSeller, ofBrowser, spare] = await Promise.all([
    createSeller(url),
    createBrowser(url),
    createAccount(url),
  ]);
  const { person } = ofBrowser.browser;
  const forms = await readForms(person, [...ofSeller.addresses, '/sign-in', '/forgotten', '/account']);
  return { url, ...ofSeller, ...ofBrowser, spare: spare.username, forms };
}

/** The account that programs call, with its key and a token. */
async function createSeller(url: string) {
  const seller = await createAccount(url);
  const [books, client] = await Promise.all([openBooks(seller), authorizeClient(seller, ALL_SCOPES)]);
  const sales = await Promise.all(
    ['STAND', 'EVENT', 'DONA', 'SUB'].map((type) => openSale(seller, { type })),
  );
  const { link: quoteLink } = await seller.ok('get-quote', { guid: books.quote });
  const links = [...sales.map((sale) => sale.url), quoteLink, ...(await readMailedLinks(seller, sales))];
  const addresses = links.map((link) => new URL(link).pathname);
  addresses.push(...(await openPages(new Person(url), addresses)));
  const { client_id: spareClient } = await registerClient(seller, { name: 'A spare app' });
  return { seller, books, token: client.access_token, client, addresses, spareClient };
}

/** The links in the mails of an invoice, of one that is paid online, and of a ticket. */
async function readMailedLinks(seller: Client, sales: readonly { guid: string }[]): Promise<string[]> {
  const { url, username } = seller;
  const email = `${username}@kaupandi.example`;
  const customer = { name: 'Kaupandi ehf.', output_select: 3, email };
  await seller.ok('create-invoice', { data: invoice({ customer }) });
  await seller.ok('create-invoice', { data: invoice({ customer, is_payment_link: true }) });
  for (const { guid } of sales.slice(0, 2)) await buy(seller, guid, { email, paid: true });
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  await fetch(`${url}/operator/jobs/run`, { method: 'POST', headers });
  const answer = await fetch(`${url}/operator/sandbox/mail?to=${email}`, { headers });
  const text = ((await answer.json()) as { text: string }[]).map((mail) => mail.text).join('\n');
  return ['invoice', 'pay', 'order'].flatMap((page) => {
    const links = text.match(new RegExp(`${url}/${page}/[\\w.~-]+`, 'g')) ?? [];
    assert.ok(links.length > 0, `no link to /${page} in ${text}`);
    return links;
  });
}

/** The pages to which the known ones lead: tickets of an order, and the checkout of an invoice. */
async function openPages(visitor: Person, addresses: readonly string[]): Promise<string[]> {
  const pages = await Promise.all(addresses.map((address) => visitor.get(address)));
  const tickets = pages.flatMap(({ text }) => text.match(/\/ticket\/\d+\/[\w.~-]+/g) ?? []);
  const pay = addresses.find((address) => address.startsWith('/pay/')) ?? '';
  const { location } = await visitor.post(pay, {});
  return [...tickets, ...(location ? [location] : [])];
}

/** The account of the person in the browser. */
async function createBrowser(url: string) {
  const owner = await createAccount(url);
  const [browserBooks, browser] = await Promise.all([openBooks(owner), new ConsoleClient(url).signIn(owner)]);
  return { browser, browserBooks, browserClient: (await registerClient(owner)).client_id };
}

async function readForms(person: Person, paths: string[]): Promise<World['forms']> {
  const forms: World['forms'] = new Map();
  const visitor = new Person(person.url);
  for (const path of paths) {
    const { text } = await (path === '/account' ? person : visitor).get(path);
    for (const [, action = ''] of text.matchAll(/<form method="post" action="([^"]*)"(?: novalidate)?>/g))
      forms.set(action, hiddenFields(text, action));
  }
  forms.set('cookie', { cookie: visitor.cookieHeader() });
  return forms;
}

/** The world with new accounts in place of those whose key, token or session the requests have ended. */
export async function renewAccess(world: World): Promise<World> {
  const { url, seller, token, browser } = world;
  const [byKey, byToken, bySession] = await Promise.all([
    isAccepted(`${url}/api/v1/hello`, basicAuth(seller)),
    isAccepted(`${url}/api/v1/agent/status`, { authorization: `Bearer ${token}` }),
    isAccepted(`${url}/console/api/session`, { cookie: browser.person.cookieHeader() }),
  ]);
  if (byKey && byToken && bySession) return world;
  const [ofSeller, ofBrowser] = await Promise.all([
    byKey && byToken ? {} : createSeller(url),
    bySession ? {} : createBrowser(url),
  ]);
  const renewed = { ...world, ...ofSeller, ...ofBrowser };
  const forms = await readForms(renewed.browser.person, [
    ...renewed.addresses,
    '/sign-in',
    '/forgotten',
    '/account',
  ]);
  return { ...renewed, forms };
}

async function isAccepted(address: string, headers: Record<string, string>): Promise<boolean> {
  const answer = await fetch(address, { headers });
  await answer.arrayBuffer();
  return answer.status === 200 || answer.status === 503;
}
