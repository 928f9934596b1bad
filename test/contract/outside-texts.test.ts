import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { REFERENCE_NAMES } from '../../src/domain/invoices/references.ts';
import { SCOPES } from '../../src/kernel/access/scopes.ts';
import { EVENTS } from '../../src/kernel/events/catalogue.ts';
import { outsideTexts } from '../../src/kernel/fields/output-fields.ts';
import { routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { routes as credentialRoutes } from '../../src/surfaces/credential/routes.ts';
import { toolsFor } from '../../src/surfaces/mcp/tools/all-tools.ts';

/**
 * Text fields of answers that the account itself, its programs or the service have written. A field that is neither here
 * nor declared by `out.outside` or `out.ofCustomer` fails the test: decide who writes it before it is added.
 */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  'typed by people of the account, or by its programs, on documents, items and tasks': `${REFERENCE_NAMES.join(' ')} category category_code customer_number description due_date event_place invoice_booking_information invoice_cost_location invoice_description invoice_order_reference item_number project_name recurring_name settlement_date status_reason term terms trading_partner_id vat label files[].name item.description notes[].text contacts[].role contacts[].email contacts[].phone_number`,
  'names of the account, its people and its own records':
    'by company_name person invoice_creator_username username registration_no vat_no name accounting_message',
  'numbers, codes, keys and addresses that the service gives, or checks':
    'action addresses[] agent_id api_key claim_id claim_status code currencies[] currency dates defaults[] disabled_reason discount file file_extension file_name first_month guid image invoice_number kennitala key last_month link month next number operation output_select payment_link period photo poster product_cost qty recipient record request secret sending_to sent_to sha256 start_time status supplier_country supplier_id target task_guid tax tickets_url to type types[] unit_price uom url via xml xml_status invoice_total_discount invoice_total_excluding_vat invoice_total_including_vat invoice_vat_total',
  'messages of the service, and reasons of people of the account': 'message values[] details[] reason',
};

const own = new Set(Object.values(OWN_TEXTS).flatMap((names) => names.split(' ')));

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

/** The paths of free texts in a schema that are not declared as coming from outside. */
function undeclared(schema: z.ZodType, path = ''): string[] {
  if (outsideTexts.get(schema)) return [];
  const { type, shape, element, valueType, innerType, options, left, right } = schema._zod
    .def as unknown as Definition;
  if (shape) return Object.entries(shape).flatMap(([name, field]) => undeclared(field, `${path}.${name}`));
  if (element) return undeclared(element, `${path}[]`);
  if (innerType ?? valueType) return undeclared((innerType ?? valueType) as z.ZodType, path);
  const parts = [...(options ?? []), ...[left, right].filter((part) => part !== undefined)];
  if (type !== 'string') return parts.flatMap((part) => undeclared(part, path));
  const { enum: values, format, pattern } = (z.globalRegistry.get(schema) ?? {}) as Record<string, unknown>;
  return values || format || pattern ? [] : [path];
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

  test('is declared on every field of an answer that nobody in the account has written', () => {
    const unknown = [...operations].flatMap(({ name, output }) =>
      undeclared(output)
        .map((path) => path.replace(/^\./, ''))
        .filter((path) => !own.has(path.split('.').at(-1) ?? '') && !own.has(path))
        .map((path) => `${name}: ${path}`),
    );
    assert.deepEqual(unknown, []);
    for (const [type, { data }] of Object.entries(EVENTS))
      for (const path of undeclared(data)) assert.ok(own.has(path.replace(/^\./, '')), `${type}${path}`);
  });

  test('is declared on what receipts, buyers, mail servers, banks and other companies write', () => {
    for (const [name, fields] of Object.entries(OUTSIDE)) {
      const found = routed.filter((one) => one.name === name);
      assert.ok(found.length > 0, name);
      for (const { output } of found) {
        const paths = undeclared(output);
        for (const field of fields) assert.ok(!paths.includes(`.${field}`), `${name}: ${field}`);
      }
    }
    assert.deepEqual(undeclared(EVENTS['invoice.bounced'].data).includes('.reason'), false);
  });
});
