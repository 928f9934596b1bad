import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { SCOPES } from '../../src/kernel/access/scopes.ts';
import { EVENTS } from '../../src/kernel/events/catalogue.ts';
import { outsideSource, textSources } from '../../src/kernel/fields/output-fields.ts';
import { routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { routes as credentialRoutes } from '../../src/surfaces/credential/routes.ts';
import { toolsFor } from '../../src/surfaces/mcp/tools/all-tools.ts';

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  left?: z.ZodType;
  right?: z.ZodType;
}

/** The paths of free texts in a schema of which `isDeclared` says no. */
function textsWithout(isDeclared: (schema: z.ZodType) => boolean, schema: z.ZodType, path = ''): string[] {
  if (isDeclared(schema)) return [];
  const { type, shape, element, valueType, innerType, options, left, right } = schema._zod
    .def as unknown as Definition;
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) =>
      textsWithout(isDeclared, field, `${path}.${name}`),
    );
  if (element) return textsWithout(isDeclared, element, `${path}[]`);
  if (innerType ?? valueType) return textsWithout(isDeclared, (innerType ?? valueType) as z.ZodType, path);
  const parts = [...(options ?? []), ...[left, right].filter((part) => part !== undefined)];
  if (type !== 'string') return parts.flatMap((part) => textsWithout(isDeclared, part, path));
  const {
    enum: values,
    format,
    pattern,
    contentEncoding,
  } = (z.globalRegistry.get(schema) ?? {}) as Record<string, unknown>;
  return values || format || pattern || contentEncoding ? [] : [path];
}

/** Records whose texts come from outside, so that none of them may be left undeclared. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  'get-cost': ['supplier_name', 'description', 'invoice_number', 'file_name', 'accounting_message'],
  'get-customer': ['name', 'address', 'zip', 'city', 'email', 'phone_number', 'registration_no'],
  'get-quote': ['answered_by', 'decline_reason', 'send_error'],
  'get-invoice': ['claim_message', 'payment_message'],
  'get-product-sale-attends': ['attendee', 'name', 'message', 'address', 'city', 'zip', 'phone_number'],
  'get-bookkeeper': ['name', 'email'],
  'get-tenant-requests': ['name'],
};

suite('text from outside', () => {
  const routed = [...agentRoutes, ...credentialRoutes].map(({ operation }) => operation);
  const operations = new Set([...routed, ...toolsFor(SCOPES).flatMap((tool) => tool.operations)]);

  test('is distinguished from own text by the declaration of every field of an answer or event', () => {
    const schemas = [
      ...[...operations].map(({ name, output }) => [name, output] as const),
      ...Object.entries(EVENTS).map(([type, { data }]) => [type, data] as const),
    ];
    const isDeclared = (schema: z.ZodType) => textSources.has(schema);
    assert.deepEqual(
      schemas.flatMap(([name, schema]) => textsWithout(isDeclared, schema).map((path) => `${name}${path}`)),
      [],
      'out.own, out.outside or out.ofCustomer: decide who writes it',
    );
  });

  test('is declared on what receipts, buyers, mail servers, banks and other companies write', () => {
    const isOutside = (schema: z.ZodType) => outsideSource(schema) !== undefined;
    for (const [name, fields] of Object.entries(OUTSIDE)) {
      const found = routed.filter((one) => one.name === name);
      assert.ok(found.length > 0, name);
      for (const { output } of found) {
        const paths = textsWithout(isOutside, output);
        for (const field of fields) assert.ok(!paths.includes(`.${field}`), `${name}: ${field}`);
      }
    }
    assert.equal(textsWithout(isOutside, EVENTS['invoice.bounced'].data).includes('.reason'), false);
  });
});
