import assert from 'node:assert/strict';
import type { CallTool, EvalTask } from '../task.ts';

async function findInvoice(call: CallTool, search: string): Promise<any> {
  const { result } = await call('invoice_list', { search });
  return (await call('invoice_get', { guid: result[0].guid })).result;
}

/** Work on what is there: reminders, credit notes, payments, customers, items and costs. */
export const KEEPING: EvalTask[] = [
  {
    name: 'remind-overdue',
    ask: 'Find what is overdue and send each of these invoices to its customer again.',
    async solve(call) {
      const { result } = await call('invoice_list', { status: 'overdue', limit: 100 });
      for (const { guid } of result) await call('invoice_send', { guid });
      return `${result.length} reminded`;
    },
    async check(books) {
      assert.ok((await books.countActions('resend-invoice')) >= 2);
    },
  },
  {
    name: 'credit-half-line',
    ask: 'Mývatn Guesthouse got only half of the hours on the invoice "Hönnun á bæklingi". Credit the other half.',
    async solve(call) {
      const invoice = await findInvoice(call, 'Hönnun á bæklingi');
      const [line] = invoice.items;
      const items = [{ guid: line.line_guid, qty: line.qty / 2 }];
      await call('invoice_credit', { guid: invoice.guid, items });
      return 'Credited';
    },
    async check(books) {
      const { credited_amount } = await books.invoiceWith('Mývatn Guesthouse ehf.', 'Hönnun á bæklingi');
      assert.equal(credited_amount, 93_000);
    },
  },
  {
    name: 'credit-all',
    ask: 'The invoice "Námskeið" to Áhaldaleigan Ísafirði was a mistake. Take all of it back.',
    async solve(call) {
      await call('invoice_credit', { guid: (await findInvoice(call, 'Námskeið')).guid });
      return 'Credited';
    },
    async check(books) {
      const invoice = await books.invoiceWith('Áhaldaleigan Ísafirði ehf.', 'Námskeið');
      assert.deepEqual([invoice.credited, invoice.remaining], [true, 0]);
    },
  },
  {
    name: 'credit-amount',
    ask: 'Give Áhaldaleigan Ísafirði 12.400 krónur with VAT back on the invoice "Uppsetning".',
    async solve(call) {
      await call('invoice_credit', { guid: (await findInvoice(call, 'Uppsetning')).guid, amount: 12_400 });
      return 'Credited';
    },
    async check(books) {
      const { credited_amount } = await books.invoiceWith('Áhaldaleigan Ísafirði ehf.', 'Uppsetning');
      assert.equal(credited_amount, 12_400);
    },
  },
  {
    name: 'mark-paid',
    ask: 'Tannlæknastofan Brosið has transferred the money for "Hýsing í ár". Record that.',
    async solve(call) {
      await call('invoice_mark_paid', { guid: (await findInvoice(call, 'Hýsing í ár')).guid });
      return 'Recorded';
    },
    async check(books) {
      assert.equal((await books.invoiceWith('Tannlæknastofan Brosið ehf.', 'Hýsing í ár')).status, 'Paid');
    },
  },
  {
    name: 'fix-email',
    ask: 'The address of Leikskólinn Öspin is skrifstofa@ospin.example. Correct it, and send the invoice "Símtöl" there.',
    async solve(call) {
      const { result } = await call('customer_list', { search: 'Öspin' });
      await call('customer_update', { guid: result[0].guid, email: 'skrifstofa@ospin.example' });
      const { guid } = await findInvoice(call, 'Símtöl');
      await call('invoice_send', { guid, email: 'skrifstofa@ospin.example' });
      return 'Corrected';
    },
    async check(books) {
      assert.equal((await books.customer('Leikskólinn Öspin')).email, 'skrifstofa@ospin.example');
      assert.ok((await books.countActions('resend-invoice')) > 0);
    },
  },
  {
    name: 'move-customer',
    ask: 'Bakarí Guðrúnar has moved to Laugavegur 1, 101 Reykjavík. Correct its address.',
    async solve(call) {
      const { result } = await call('customer_list', { search: 'Bakarí' });
      const address = { address: 'Laugavegur 1', zip: '101', city: 'Reykjavík' };
      await call('customer_update', { guid: result[0].guid, ...address });
      return 'Moved';
    },
    async check(books) {
      const { address, zip, email } = await books.customer('Bakarí Guðrúnar ehf.');
      assert.deepEqual([address, zip, email], ['Laugavegur 1', '101', 'gudrun@bakari.example']);
    },
  },
  {
    name: 'new-item',
    ask: 'Add a training day to the catalogue: number NAM, "Námskeiðsdagur", unit DAY, 120.000 without VAT at 24 %.',
    async solve(call) {
      const item = { item_number: 'NAM', description: 'Námskeiðsdagur', uom: 'DAY', tax: 'S' };
      await call('item_create', { ...item, unit_price: 120_000 });
      return 'Added';
    },
    async check(books) {
      const { unit_price, uom, tax } = await books.item('NAM');
      assert.deepEqual([unit_price, uom, tax], [120_000, 'DAY', 'S']);
    },
  },
  {
    name: 'enter-receipt',
    ask: 'Enter a receipt of 3 March 2026: Ritfangabúðin, kennitala 701226-2590, 6.200 with 1.200 VAT at 24 %, credit card, operating supplies (2093).',
    async solve(call) {
      const supplier = { supplier_name: 'Ritfangabúðin', supplier_id: '7012262590', type: '2093' };
      await call('cost_create', { date: '2026-03-03', amount: 6200, vat_24: 1200, how_paid: 3, ...supplier });
      return 'Entered';
    },
    async check(books) {
      const costs: any[] = await books.call('get-costs', { limit: 100 });
      const cost = costs.find(({ supplier_id }) => supplier_id === '7012262590');
      const { amount, vat_S, how_paid, issue_date } = cost ?? {};
      assert.deepEqual([amount, vat_S, how_paid, issue_date], [6200, 1200, 3, '2026-03-03']);
    },
  },
  {
    name: 'raise-price',
    ask: 'Hosting (HYS) costs 5.500 without VAT from now on. Change the catalogue.',
    async solve(call) {
      const { result } = await call('item_list', { search: 'HYS' });
      const input = { guid: result[0].guid, unit_price: 5500 };
      await call('operation_call', { operation: 'update-item', input });
      return 'Changed';
    },
    async check(books) {
      assert.equal((await books.item('HYS')).unit_price, 5500);
    },
  },
];
