import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../../src/kernel/operations/operation.ts';
import { createCost } from '../../src/modules/costs/create-cost.ts';
import { getItem, getItems } from '../../src/modules/items/read.ts';
import { updateItem } from '../../src/modules/items/update-item.ts';
import { getProductSales } from '../../src/modules/product-sales/read.ts';
import * as wire from '../../src/surfaces/credential/wire.ts';
import type { Fields } from '../../src/surfaces/http/request/fields.ts';
import { type RouteFactory, withCodecs } from '../../src/surfaces/http/wire/codecs.ts';

const route: RouteFactory<Fields, wire.ListCall, never, Operation> = (
  _path: string,
  operation: Operation,
  input,
  codec,
) => withCodecs(operation, input, codec).operation;

test('the compiler refuses codecs that do not fit the input or the output of an operation', () => {
  const fitting = [
    route('create-cost', createCost, wire.fields, wire.resultQueued),
    route('update-item', updateItem, wire.guidAndData, wire.resultGuid),
    route('get-items', getItems, wire.fields, wire.rows),
    route('get-product-sales', getProductSales, wire.fields, wire.resultTotal),
    // @ts-expect-error An item has no `data`.
    route('get-item', getItem, wire.guidAndData, wire.result),
    // @ts-expect-error Changing an item answers no `queue`.
    route('update-item', updateItem, wire.guidAndData, wire.resultQueued),
    // @ts-expect-error The list of items does not count them.
    route('get-items', getItems, wire.fields, wire.resultTotal),
    // @ts-expect-error The list of product sales does not say whether there are more.
    route('get-product-sales', getProductSales, wire.fields, wire.resultPage),
  ];
  assert.equal(fitting.length, 8);
});

test('a codec for lists does not compile for another operation', () => {
  // @ts-expect-error An item is no list.
  assert.throws(() => route('get-item', getItem, wire.fields, wire.rows), /another kind of operation/);
  // @ts-expect-error Items are a list.
  assert.throws(() => route('get-items', getItems, wire.fields, wire.result), /another kind of operation/);
});
