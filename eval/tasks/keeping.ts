import type { Fields } from '../books.ts';
import { type ExpectedChange, paid } from '../difference.ts';
import type { CallTool, EvalTask } from '../task.ts';

async function findInvoice(call: CallTool, search: string): Promise<any> {
  const { result } = await call('invoice_list', { search });
  return (await call('invoice_get', { guid: result[0].guid })).result;
}

function changed(kind: string, name: string, fields: Fields): ExpectedChange {
  return { kind, change: 'changed', name, fields };
}

/** A credit note, and what it leaves of its invoice. */
function credit(name: string, amount: number, left: Fields): ExpectedChange[] {
  return [
    { kind: 'invoice', change: 'added', fields: { type: 'credit', amount } },
    changed('invoice', name, { credited_amount: amount, ...left }),
  ];
}

/** Work on what is there: reminders, credit notes, payments, customers, items and costs. */
export const KEEPING: EvalTask[] = [
  {
    name: 'remind-overdue',
    ask: 'Remind every customer of what is overdue, and say how many reminders went out.',
    async solve(call) {
      const { result } = await call('invoice_list', { status: 'overdue', limit: 100 });
      for (const { guid } of result) await call('invoice_remind', { guid });
      return `${result.length} reminded`;
    },
    changes: ['Úttekt á vef', 'Fundir í janúar'].map((name) => ({ kind: 'invoice', change: 'sent', name })),
    says: [2],
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
    changes: credit('Hönnun á bæklingi', 93_000, { remaining: 93_000 }),
  },
  {
    name: 'credit-all',
    ask: 'The invoice "Námskeið" to Áhaldaleigan Ísafirði was a mistake. Take all of it back.',
    async solve(call) {
      await call('invoice_credit', { guid: (await findInvoice(call, 'Námskeið')).guid });
      return 'Credited';
    },
    changes: credit('Námskeið', 55_800, { remaining: 0, credited: true, status: 'Cancelled' }),
  },
  {
    name: 'credit-amount',
    ask: 'Give Áhaldaleigan Ísafirði 12.400 krónur with VAT back on the invoice "Uppsetning".',
    async solve(call) {
      await call('invoice_credit', { guid: (await findInvoice(call, 'Uppsetning')).guid, amount: 12_400 });
      return 'Credited';
    },
    changes: credit('Uppsetning', 12_400, { remaining: 136_400 }),
  },
  {
    name: 'mark-paid',
    ask: 'Tannlæknastofan Brosið has transferred the money for "Hýsing í ár". Record that.',
    async solve(call) {
      await call('invoice_mark_paid', { guid: (await findInvoice(call, 'Hýsing í ár')).guid });
      return 'Recorded';
    },
    changes: [
      paid(74_400),
      changed('invoice', 'Hýsing í ár', { status: 'Paid', paid_amount: 74_400, remaining: 0 }),
    ],
  },
  {
    name: 'pay-a-part',
    ask: 'Áhaldaleigan Ísafirði transferred 36.400 krónur as a part of "Uppsetning", with the reference RF42. Record that, and say what is left.',
    async solve(call) {
      const { guid } = await findInvoice(call, 'Uppsetning');
      await call('invoice_mark_paid', { guid, amount: 36_400, reference: 'RF42' });
      return `${(await findInvoice(call, 'Uppsetning')).remaining} kr. are left`;
    },
    changes: [
      paid(36_400, { reference: 'RF42' }),
      changed('invoice', 'Uppsetning', { paid_amount: 36_400, remaining: 100_000 }),
    ],
    says: [100_000],
  },
  {
    name: 'pay-too-much',
    ask: 'Mývatn Guesthouse transferred 186.800 krónur in one sum, for "Hönnun á bæklingi" and "Handbækur". Record that, and say how much was too much.',
    async solve(call) {
      const { customer, guid } = await findInvoice(call, 'Hönnun á bæklingi');
      const allocations = [
        { invoice_guid: guid },
        { invoice_guid: (await findInvoice(call, 'Handbækur')).guid },
      ];
      const transfer = { amount: 186_800, customer_guid: customer.guid, allocations };
      const { result } = await call('payment_record', transfer);
      return `${result.payment.unallocated} kr. are credit`;
    },
    changes: [
      paid(186_800, { unallocated: 5000 }),
      changed('invoice', 'Hönnun á bæklingi', { status: 'Paid', paid_amount: 93_000, remaining: 0 }),
      // Its credit note is settled with it.
      { kind: 'invoice', change: 'changed', fields: { status: 'Paid' } },
      changed('invoice', 'Handbækur', { status: 'Paid', paid_amount: 88_800, remaining: 0 }),
      changed('customer', 'Mývatn Guesthouse ehf.', { credits: [{ currency: 'ISK', amount: 5000 }] }),
    ],
    says: [5000],
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
    changes: [
      changed('customer', 'Leikskólinn Öspin', { email: 'skrifstofa@ospin.example' }),
      { kind: 'invoice', change: 'sent', name: 'Símtöl', fields: { to: 'skrifstofa@ospin.example' } },
    ],
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
    changes: [
      changed('customer', 'Bakarí Guðrúnar ehf.', { address: 'Laugavegur 1', zip: '101', city: 'Reykjavík' }),
    ],
  },
  {
    name: 'new-item',
    ask: 'Add a training day to the catalogue: number NAM, "Námskeiðsdagur", unit DAY, 120.000 without VAT at 24 %.',
    async solve(call) {
      const item = { item_number: 'NAM', description: 'Námskeiðsdagur', uom: 'DAY', tax: 'S' };
      await call('item_create', { ...item, unit_price: 120_000 });
      return 'Added';
    },
    changes: [
      { kind: 'item', change: 'added', name: 'NAM', fields: { unit_price: 120_000, uom: 'DAY', tax: 'S' } },
    ],
  },
  {
    name: 'enter-receipt',
    ask: 'Enter a receipt of 3 March 2026: Ritfangabúðin, kennitala 701226-2590, 6.200 with 1.200 VAT at 24 %, credit card, operating supplies (2093).',
    async solve(call) {
      const supplier = { supplier_name: 'Ritfangabúðin', supplier_id: '7012262590', type: '2093' };
      await call('cost_create', { date: '2026-03-03', amount: 6200, vat_24: 1200, how_paid: 3, ...supplier });
      return 'Entered';
    },
    changes: [
      {
        kind: 'cost',
        change: 'added',
        name: 'Ritfangabúðin',
        fields: { amount: 6200, vat_S: 1200, how_paid: 3, issue_date: '2026-03-03', cost_code: '2093' },
      },
    ],
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
    changes: [changed('item', 'HYS', { unit_price: 5500 })],
  },
];
