import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type Decimal, decimal, isNegative, isZero, roundTo } from '../src/domain/values/money.ts';
import type { PrintableInvoice } from '../src/rendering/printable-invoice.ts';
import { companyKennitala } from '../test/domain/generators.ts';
import { assertEqual, creditNote, invoiceOfAnyLength, sameFields } from '../test/rendering/printed-sums.ts';
import { documentRecord } from '../test/rendering/records.ts';
import { createAccount } from '../test/support/client.ts';
import { OPERATOR_TOKEN } from '../test/support/databases.ts';
import { startNode } from '../test/support/node-process.ts';
import { startPostgres } from '../test/support/postgres-server.ts';
import { LiveDocuments } from './live-documents.ts';

/**
 * Issues many random invoices and credit notes through the API of a running node, and checks for each that every line of
 * its PDF is quantity times price, that every column adds up with the rounding, and that it agrees with API, page,
 * e-invoice and the claim at the bank.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, first: { type: 'string', default: '0' } },
});
const [count = '5000', seed = '1'] = positionals;
const CLAIMS_EVERY = 250;
const IN_FLIGHT = 4;
const SECRET = 'a secret of the bench';
const WAYS = ['claim', 'link', 'paid', 'transfer'] as const;

/** A random invoice; a discount on the whole as an amount is a part of its net sum. */
const randomDocument = fc
  .record({
    base: invoiceOfAnyLength,
    currency: fc.constantFrom('ISK', 'ISK', 'ISK', 'EUR', 'USD', 'JPY'),
    part: fc.integer({ min: 1, max: 99 }),
    how: fc.constantFrom(null, null, 'whole', 'line', 'amount'),
    way: fc.constantFrom(...WAYS),
    isOutside: fc.constantFrom(false, false, false, true),
  })
  .map(({ base: { record, lines }, part, currency, ...rest }) => {
    const named = lines.map((line, index) => ({
      ...line,
      item_number: `V-${index}`,
      description: 'Vara',
      tax: rest.isOutside ? 'Z' : line.tax,
    }));
    const buyer = record.buyer.registration_no
      ? { ...record.buyer, registration_no: companyKennitala(704) }
      : record.buyer;
    const plain = { ...sameFields(record), kind: 'invoice' as const, buyer, currency, lines: named };
    const { amount } = documentRecord({ ...plain, is_discount: false });
    const isAmount = record.is_discount && !record.discount_is_percent;
    const off = roundTo(decimal(amount).times(part).times('0.005'), 2);
    const discount_value = isAmount ? off.toFixed() : record.discount_value;
    return { ...rest, part, record: documentRecord({ ...plain, discount_value }) };
  })
  .filter(({ record }) => !isNegative(decimal(record.amount)));

const postgres = await startPostgres({ fsync: false });
const node = await startNode({ DATABASE_URL: postgres.url(), KVITT_SECRET: SECRET }, { isOptimized: true });
const seen: Record<string, number> = {};
const refusals: Record<string, number> = {};
/** The printed amounts of invoices whose claims have not been compared yet. */
const claims = new Map<string, Decimal>();
let done = 0;
try {
  const plan = { vat_no: '145678', bank_account: '0162-26-012345', city: 'Akureyri' };
  const sellers = [
    await createAccount(node.url, plan),
    await createAccount(node.url, { ...plan, vat_no: '' }),
  ];
  const books = sellers.map(
    (seller, index) =>
      new LiveDocuments(seller, SECRET, index === 1, options.keep ? `${options.keep}/${index}` : null),
  );
  const checkClaims = async () => {
    for (const seller of sellers) await compareClaims(seller.username);
  };
  let checked = 0;
  for (let block = Number(options.first); done < Number(count); block += 1) {
    const documents = fc.sample(randomDocument, { numRuns: 50, seed: Number(seed) * 1000 + block });
    const next = documents[Symbol.iterator]();
    const work = async () => {
      for (const one of next) await check(books[one.isOutside ? 1 : 0] as LiveDocuments, one);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, work));
    if (done - checked < CLAIMS_EVERY) continue;
    checked = done;
    await checkClaims();
    console.log(`${done} of ${count}, block ${block}`);
  }
  await checkClaims();
  assert.deepEqual([...claims.keys()], [], 'every claim is at the bank');
  console.log(`${done} documents add up and agree in every channel`, seen, 'refused:', refusals);
} finally {
  await node.stop();
  await postgres.stop();
}

type RandomDocument = typeof randomDocument extends fc.Arbitrary<infer T> ? T : never;

async function check(books: LiveDocuments, { record, way, how, part }: RandomDocument): Promise<void> {
  const guid = await tryTo(() => books.issue(record, way));
  if (!guid) return;
  const amount = await compare(books, guid, record, `${way} ${record.currency}`);
  if (record.is_discount) note(record.discount_is_percent ? 'percent off the whole' : 'amount off the whole');
  if (record.lines.some(({ discount }) => !isZero(decimal(discount)))) note('discount on a line');
  if (record.lines.length > 40) note('more than 40 lines');
  const credited = how && creditNote(record, how, part);
  const credit = credited && (await tryTo(() => books.credit(guid, how, credited)));
  if (credit) await compare(books, credit, credited, `credit by ${how}`);
  else if (way === 'claim' && record.currency === 'ISK') claims.set(guid, amount);
}

async function compare(
  books: LiveDocuments,
  guid: string,
  record: PrintableInvoice,
  what: string,
): Promise<Decimal> {
  const amount = await books.assertAgrees(guid, record).catch((error) => {
    console.log(JSON.stringify(record));
    throw error;
  });
  done += 1;
  note(`${what} ${record.buyer.lang}`);
  return amount;
}

/** The rules refuse some random figures, for example a discount larger than the sum; those are counted. */
async function tryTo(issue: () => Promise<string>): Promise<string | null> {
  try {
    return await issue();
  } catch (error) {
    const reason = (error as Error).message.replaceAll(/[\d.,-]+/g, 'n').slice(0, 120);
    refusals[reason] = (refusals[reason] ?? 0) + 1;
    return null;
  }
}

function note(what: string): void {
  seen[what] = (seen[what] ?? 0) + 1;
}

async function operator(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${node.url}/operator${path}`, {
    method,
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.equal(answer.ok, true, `${path}: ${answer.status}`);
  return answer.json();
}

/** The bank asks the payer for the printed amount of each invoice. */
async function compareClaims(username: string): Promise<void> {
  await operator('POST', '/jobs/run', {});
  const atBank = (await operator('GET', `/sandbox/claims?account=${username}`)) as {
    invoice_guid: string;
    payload: { amount: number };
  }[];
  for (const { invoice_guid, payload } of atBank) {
    const expected = claims.get(invoice_guid);
    if (!expected) continue;
    assertEqual(decimal(String(payload.amount)), expected, `claim of invoice ${invoice_guid}`);
    claims.delete(invoice_guid);
    note('claim at the bank');
  }
}
