/** What is often looked for by words that no operation has, or that none does, with what to do instead. */
interface Advice {
  /** A query is about it where it has a word of each list. */
  about: readonly (readonly string[])[];
  /** Words that such a query may have besides. */
  besides: readonly string[];
  text: string;
}

const MARKED_PAID = ['paid'];

const ADVICE: readonly Advice[] = [
  {
    about: [
      ['extend', 'postpone', 'move', 'later', 'update'],
      ['due', 'date', 'deadline'],
    ],
    besides: ['invoice', 'issued', 'unpaid'],
    text: 'An issued invoice keeps its dates. Either agree on a later day with the customer and send no reminder before it, or credit the invoice with invoice_credit and issue it again with invoice_create and the new due_date and settlement_date. What is not issued can be changed: search for "update draft", "update order" or "update recurring"',
  },
  {
    about: [['cancel', 'delete', 'remove', 'unmark', 'stop', 'wrong', 'mistake'], MARKED_PAID],
    besides: ['invoice', 'mark', 'record'],
    text: 'A payment is never deleted. operation_call reverse-payment takes it back, with its guid from payment_list and a reason; what it settled is owed again. allocate-payment moves it to other invoices',
  },
  {
    about: [['cancel', 'delete', 'remove', 'stop', 'lower', 'withdraw'], ['claim']],
    besides: ['invoice', 'bank', 'unpaid', 'payment'],
    text: 'A claim follows its invoice: it is cancelled when invoice_credit credits the invoice in full or operation_call write-off-invoice gives it up as lost, and lowered by a credit of a part. invoice_mark_paid cancels it too, but records money: use it only where the user says that the money arrived',
  },
  {
    about: [['part', 'partial', 'instalment', 'deposit', 'date', 'day'], MARKED_PAID],
    besides: ['invoice', 'mark', 'record', 'customer', 'register', 'create', 'another', 'other', 'earlier'],
    text: 'invoice_mark_paid records what was paid of one invoice: amount is the part, all that remains when left out, and paid_on the day on which the money came. payment_record does so for several invoices of one transfer, and for money that no invoice asks for yet',
  },
];

/** The advice that a query asks for, by its words with their meanings. Other words ask for something else. */
export function findAdvice(words: readonly string[][]): string | undefined {
  const isAmong = (list: readonly string[], meanings: readonly string[]) =>
    meanings.some((word) => list.includes(word));
  return ADVICE.find(
    ({ about, besides }) =>
      about.every((list) => words.some((meanings) => isAmong(list, meanings))) &&
      words.every((meanings) => [...about, besides].some((list) => isAmong(list, meanings))),
  )?.text;
}
