import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { textOf } from '../../rendering/reading.ts';
import { createAccountWithAgent } from '../../support/agents/agent.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { onBothDatabases } from '../../support/service.ts';

const settings = (fields: object) => ({ settings: fields });
const days = (field: string) =>
  `field_invalid: Field settings.${field} must be a whole number from 0 to 3650`;
const remind = (field: string) =>
  `field_invalid: Field settings.${field} must be a whole number from 0 to 60`;
const flag = (field: string) => `field_invalid: Field settings.${field} must be true or false (1 or 0)`;

onBothDatabases('company settings', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });
  beforeEach(async () => {
    seller = await kvitt.account();
    consoleClient = await signInToConsole(seller);
  });
  const readAccount = async () => (await consoleClient.ok('show-account')) as Record<string, any>;

  test('refuses invalid fields and stores none of them', async () => {
    const before = await readAccount();
    await consoleClient.assertRefused('update-company', [
      [{ name: '' }, 'field_required: Field name is required'],
      [{ name: '  ' }, 'field_required: Field name is required'],
      [{ name: 'x'.repeat(201) }, 'field_invalid: Field name must be at most 200 characters'],
      [{ name: ['x'] }, 'field_invalid: Field name must be text'],
      [{ vat_no: 'x'.repeat(21) }, 'field_invalid: Field vat_no must be at most 20 characters'],
      ...['Nei', 'DE123456789', '1234567'].map((vat_no): [object, string] => [
        { vat_no },
        'field_invalid: Field vat_no must be an Icelandic VAT number of 5 or 6 digits, or empty',
      ]),
      [{ email: 'x' }, 'field_invalid: Field email must be an e-mail address'],
      [{ email: 'a@b.is, c@d.is' }, 'field_invalid: Field email must be an e-mail address'],
      [
        { city: 'Ak', bank_account: '1' },
        'field_invalid: Field bank_account must be 12 digits: bank 4, ledger 2, number 6',
      ],
      [
        { bank_account: '0162-26-01234a' },
        'field_invalid: Field bank_account must be 12 digits: bank 4, ledger 2, number 6',
      ],
      [
        settings({ claim_template: 'ab' }),
        'field_invalid: Field settings.claim_template must be three digits or capital letters',
      ],
      [
        settings({ claim_template: 'ABCD' }),
        'field_invalid: Field settings.claim_template must be at most 3 characters',
      ],
      [settings({ cost_auto_approve: 'maybe' }), flag('cost_auto_approve')],
      [settings({ einvoice_email_fallback: 2 }), flag('einvoice_email_fallback')],
      [settings({ reminder_days_before: -1 }), remind('reminder_days_before')],
      [settings({ reminder_days_after: 61 }), remind('reminder_days_after')],
      [settings({ customer_due_days: 3651 }), days('customer_due_days')],
      [settings({ customer_settlement_days: 'x' }), days('customer_settlement_days')],
      [
        settings({ customer_due_days: 30, customer_settlement_days: 14 }),
        'field_invalid: Field settings.customer_settlement_days must be at least customer_due_days, in days from the invoice date',
      ],
      [
        settings({ customer_lang: 'de' }),
        'field_invalid: Field settings.customer_lang must be one of: is, en',
      ],
      [
        settings({ customer_output_select: '1' }),
        'field_invalid: Field settings.customer_output_select must be one of: 2, 3, 4',
      ],
      [
        settings({ invoice_terms_is: 'x'.repeat(4001) }),
        'field_invalid: Field settings.invoice_terms_is must be at most 4000 characters',
      ],
      [
        settings({ invoice_terms_en: { a: 1 } }),
        'field_invalid: Field settings.invoice_terms_en must be text',
      ],
      [{ settings: 'all' }, 'field_invalid: Field settings must be an object'],
    ]);
    assert.deepEqual(await readAccount(), before);
  });

  test('changes only the sent fields, also when two people save concurrently', async () => {
    await consoleClient.ok('update-company', {
      bank_account: '0162-26-012345',
      ...settings({ claim_template: 'A1B' }),
    });
    await Promise.all([
      consoleClient.ok('update-company', { city: 'Húsavík', ...settings({ reminder_days_before: 3 }) }),
      consoleClient.ok('update-company', { zip: '640', ...settings({ reminder_days_after: 5 }) }),
      consoleClient.ok('update-company', settings({ customer_lang: 'en' })),
      consoleClient.ok('update-company', { email: 'sala@x.example' }),
    ]);
    const { city, zip, email, bank_account, settings: all } = await readAccount();
    assert.deepEqual([city, zip, email, bank_account], ['Húsavík', '640', 'sala@x.example', '016226012345']);
    assert.deepEqual(all, {
      claim_template: 'A1B',
      reminder_days_before: 3,
      reminder_days_after: 5,
      customer_lang: 'en',
    });
    await consoleClient.ok('update-company', {
      bank_account: '',
      email: '',
      ...settings({ claim_template: '' }),
    });
    const cleared = await readAccount();
    assert.deepEqual([cleared.bank_account, cleared.email, cleared.settings.claim_template], ['', '', '']);
  });

  test('gives new customers the default payment terms and language unless they are sent', async () => {
    const profile = async (fields: object) => {
      const guid = await seller.ok('create-customer', { data: { name: 'K', output_select: 4, ...fields } });
      const { due_date, settlement_date, lang } = await seller.ok('get-customer', { guid });
      return [due_date, settlement_date, lang];
    };
    assert.deepEqual(await profile({}), [3, 7, 'is']);
    await consoleClient.ok('update-company', settings({ customer_due_days: 14 }));
    assert.deepEqual(await profile({}), [14, 14, 'is']);
    await consoleClient.ok('update-company', settings({ customer_settlement_days: 21, customer_lang: 'en' }));
    assert.deepEqual(await profile({}), [14, 21, 'en']);
    assert.deepEqual(await profile({ due_date: 30, lang: 'is' }), [30, 30, 'is']);
    assert.deepEqual(await profile({ due_date: 0, settlement_date: 0 }), [0, 0, 'en']);
    await consoleClient.assertRefused('update-company', [
      [
        settings({ customer_due_days: 22 }),
        'field_invalid: Field settings.customer_settlement_days must be at least customer_due_days, in days from the invoice date',
      ],
    ]);
    const guid = await seller.ok('create-invoice', {
      data: invoice({ customer: { name: 'I', output_select: 4 } }),
    });
    const { file_name } = await seller.ok('get-invoice-pdf', { guid });
    assert.equal(file_name, 'invoice-1.pdf', 'it is printed in English');
  });

  test('does not change the documented defaults of the APIs', async () => {
    await consoleClient.ok(
      'update-company',
      settings({ customer_due_days: 14, customer_settlement_days: 21, customer_output_select: '4' }),
    );
    const reply = await seller.expectRefusal('create-customer', { data: { name: 'K' } });
    assert.equal(reply.message, 'Field email is required');
    const { agent, seller: owner } = await createAccountWithAgent(kvitt.url);
    await kvitt.operator('PATCH', `/accounts/${owner.username}`, settings({ customer_due_days: 5 }));
    const body = { kennitala: '5501234520', name: 'P', output_select: 4, lang: 'is', currency: 'ISK' };
    const { result } = await agent.post('/customers', body);
    assert.deepEqual([result.due_date, result.settlement_date], [3, 7]);
  });

  test("prints the default terms on invoices without terms, in the customer's language", async () => {
    await consoleClient.ok(
      'update-company',
      settings({
        invoice_terms_is: 'Dráttarvextir <reiknast>\nfrá gjalddaga.',
        invoice_terms_en: 'Net 14 days.',
      }),
    );
    const createInvoice = async (fields: object, lang = 'is') => {
      const customer = { name: 'K', output_select: 4, lang };
      const guid = await seller.ok('create-invoice', { data: invoice({ customer, ...fields }) });
      const { terms } = await seller.ok('get-invoice', { guid });
      const { file } = await seller.ok('get-invoice-pdf', { guid });
      return { guid, terms, text: await textOf(Buffer.from(file, 'base64')) };
    };
    const icelandic = await createInvoice({});
    assert.equal(icelandic.terms, 'Dráttarvextir <reiknast>\nfrá gjalddaga.');
    assert.match(icelandic.text, /Skilmálar\s+Dráttarvextir <reiknast>\s+frá gjalddaga\./);
    assert.match((await createInvoice({}, 'en')).text, /Terms\s+Net 14 days\./);
    assert.equal((await createInvoice({ terms: 'Staðgreitt' })).terms, 'Staðgreitt');
    const none = await createInvoice({ terms: '' });
    assert.equal(none.terms, '');
    assert.doesNotMatch(none.text, /Skilmálar/);
    await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: icelandic.guid },
    });
    const order = { customer: { name: 'O', output_select: 4 }, items: [line({ item_number: 'A' })] };
    const guid = await seller.ok('create-order-invoice', { data: order });
    assert.match((await seller.ok('get-order-invoice', { guid })).terms, /^Dráttarvextir/);
    await seller.ok('update-order-invoice', { guid, data: { terms: '' } });
    assert.equal((await seller.ok('get-order-invoice', { guid })).terms, '');
  });

  test('sets the Reply-To address of mails', async () => {
    await consoleClient.ok('update-company', settings({ mail_reply_to: 'svar@x.example' }));
    const preview = await consoleClient.ok('preview-mail', { lang: 'is', about: 'invoice' });
    assert.equal(preview.reply_to, 'svar@x.example');
  });

  test('shows for each external system whether it is a sandbox', async () => {
    assert.deepEqual(await consoleClient.ok('get-connections'), {
      bank: 'test',
      mail: 'test',
      einvoice: 'test',
      tax: 'test',
      register: 'test',
      payments: 'test',
    });
  });

  test('are separate for each account', async () => {
    const other = await kvitt.account();
    const otherConsole = await signInToConsole(other);
    await consoleClient.ok('update-company', { city: 'Höfn', ...settings({ invoice_terms_is: 'Mínir' }) });
    const otherAccount = await otherConsole.ok('show-account');
    assert.deepEqual([otherAccount.city, otherAccount.settings], ['Akureyri', {}]);
    await otherConsole.ok('update-company', { city: 'Vík', guid: (await readAccount()).guid, account_id: 1 });
    assert.equal((await readAccount()).city, 'Höfn');
  });
});
