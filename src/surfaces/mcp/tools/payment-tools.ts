import { getPayments } from '../../../modules/payments/read.ts';
import { recordPayment } from '../../../modules/payments/record-payment.ts';
import { outputSchema } from '../input/json-schema.ts';
import { pickFields, recordIn, records, sent } from '../input/tool-input.ts';
import { DAY_TEXT, METHOD } from './document-fields.ts';
import { fromList, listTool } from './list-tool.ts';
import { MOVES_MONEY, type Tool, writeTool } from './tool.ts';

/** What few payments have, such as interest or another currency than the invoice, operation_call takes. */
export const paymentRecord: Tool = writeTool('payment_record', {
  title: 'Record payment',
  description:
    'Records a transfer and settles invoices by it: those in allocations, or the oldest open ones of customer_guid. What is too much or paid twice stays as credit; direction=out pays that or a credit note back. For one invoice use invoice_mark_paid; operation_call reverse-payment takes either back.',
  operations: [recordPayment],
  annotations: MOVES_MONEY,
  input: {
    ...pickFields(recordPayment.input, {
      amount: '',
      currency: '',
      paid_on: DAY_TEXT,
      direction: '',
      customer_guid: '',
      reference: '',
    }),
    method_payment: METHOD,
    allocations: records(
      pickFields(recordIn(recordPayment.input, 'allocations'), { invoice_guid: '', amount: '' }),
      'Without amount as much as fits; empty: all is credit',
    ),
  },
  required: ['amount'],
  run: (call, args, flags) => call.write(recordPayment, { ...args }, flags),
});

const day = sent({ type: 'string', format: 'date' });

export const paymentList: Tool = listTool('payment_list', {
  title: 'List payments',
  description:
    'Lists payments in and out, newest first, reversed ones too, with what each settles (allocations) and leaves as credit (unallocated).',
  source: fromList(getPayments, { from_date: 'from', to_date: 'to' }),
  input: {
    customer_guid: sent({ type: 'string' }),
    invoice_guid: sent({ type: 'string' }),
    from: day,
    to: day,
    ...pickFields(getPayments.input, { direction: '', state: '' }),
  },
  short: [
    'guid',
    'direction',
    'amount',
    'currency',
    'paid_on',
    'source',
    'reference',
    'customer',
    'allocations',
    'unallocated',
    'state',
  ],
  row: outputSchema(getPayments.output, ['guid', 'amount', 'paid_on']),
});
