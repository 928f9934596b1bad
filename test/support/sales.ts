import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { OPERATOR_TOKEN } from './databases.ts';

type Fields = Record<string, unknown>;

export interface Answer {
  status: number;
  body: any;
}

/** Posts to the operator API for the product sales of an account. */
export async function postToSales(
  { url, username }: Pick<Client, 'url' | 'username'>,
  path: string,
  body: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/operator/accounts/${username}/product-sales${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** The smallest sale: tickets at 2,480 including 24 % VAT. */
export const sale = { type: 'STAND', name: 'Miði', amount: 2480 };
export const buyer = { name: 'Anna Jónsdóttir', email: 'anna@example.is' };

export async function openSale(seller: Client, fields: Fields = {}): Promise<any> {
  const { status, body } = await postToSales(seller, '', { ...sale, ...fields });
  assert.equal(status, 201, body.message);
  return body;
}

export async function buy(
  seller: Client,
  guid: string,
  fields: Fields = {},
): Promise<{ invoice_guid: string; invoice_number: string }> {
  const { status, body } = await tryToBuy(seller, guid, fields);
  assert.equal(status, 201, body.message);
  return body;
}

export function tryToBuy(
  seller: Pick<Client, 'url' | 'username'>,
  guid: string,
  fields: Fields = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return postToSales(seller, `/${guid}/orders`, { ...buyer, ...fields }, headers);
}
