/** What is often looked for and no operation does, with what to do instead. */
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
    about: [['undo', 'reverse', 'cancel', 'delete', 'remove', 'unmark', 'stop'], MARKED_PAID],
    besides: ['invoice', 'mark', 'record', 'wrong', 'mistake'],
    text: 'A payment cannot be undone or changed here; say so to the user. An invoice that is marked as paid stays paid. Where money goes back to the customer, credit the invoice with invoice_credit',
  },
  {
    about: [['part', 'partial', 'instalment', 'twice', 'deposit', 'date', 'day'], MARKED_PAID],
    besides: ['invoice', 'mark', 'record', 'customer', 'another', 'other', 'earlier'],
    text: 'A payment of a part, of another day, or that came twice cannot be recorded here; say so to the user. invoice_mark_paid settles all that remains, as of today. get-customer-statement reads what was invoiced and paid',
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
