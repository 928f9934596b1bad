/**
 * The writes that a program may call, by the key of the operation, and whether the limits of its grant see what they do.
 * `effect`: it always has one. `sometimes`: when. `none`: why it needs none.
 */
type EffectRule = 'effect' | { sometimes: string } | { none: string };

const deletes: EffectRule = { none: 'takes back what has not gone out' };
const books: EffectRule = { none: 'says what bookkeeping did with a record, and changes no sum' };
const tasks: EffectRule = { none: 'time and plans; the invoice that bills them has the effect' };
const catalogue: EffectRule = { none: 'a price for later; the document that uses it has the effect' };

export const PROGRAM_EFFECTS: Readonly<Record<string, EffectRule>> = {
  'create-invoice': 'effect',
  'create-invoice:compact': 'effect',
  'issue-invoice': 'effect',
  'resend-invoice': 'effect',
  'remind-invoice': 'effect',
  'send-customer-statement': 'effect',
  'do-paid-invoice': 'effect',
  'create-order-invoice': 'effect',
  'update-order-invoice': 'effect',
  'create-invoice-from-order': 'effect',
  'create-draft-invoice': 'effect',
  'update-draft-invoice': 'effect',
  'issue-draft-invoice': 'effect',
  'create-quote': 'effect',
  'create-quote:compact': 'effect',
  'create-quote:full': 'effect',
  'update-quote': 'effect',
  'send-quote': 'effect',
  'accept-quote': 'effect',
  'create-recurring-invoice': 'effect',
  'update-recurring-invoice': 'effect',
  'resume-recurring-invoice': 'effect',
  'create-cost': 'effect',
  'create-cost:agent': 'effect',
  'create-cost-adv': 'effect',
  'update-customer': { sometimes: 'documents for the customer go to another receiver or address' },
  'merge-customers': 'effect',
  'create-customer': { sometimes: 'documents that name its kennitala or number went to another profile' },
  'create-customer:agent': {
    sometimes: 'documents that name its kennitala or number went to another profile',
  },
  'confirm-customer': { sometimes: 'another customer has its kennitala' },
  'create-item': catalogue,
  'update-item': catalogue,
  'upload-file': { none: 'a file goes out only with a document, which has the effect' },
  'update-invoice': books,
  'update-cost': books,
  'move-cost-to-new': { none: 'a person has to approve the cost again' },
  'delete-cost': deletes,
  'delete-draft-invoice': deletes,
  'delete-order-invoice': deletes,
  'delete-quote': deletes,
  'decline-quote': { none: 'nothing is issued, and nobody is written to' },
  'pause-recurring-invoice': { none: 'fewer invoices go out' },
  'stop-recurring-invoice': { none: 'fewer invoices go out' },
  'create-task': tasks,
  'update-task': tasks,
  'deactivate-task': tasks,
  'start-task': tasks,
  'end-task': tasks,
  'log-task': tasks,
  'log-work': tasks,
  'edit-log-task': tasks,
  'task-log-delete': tasks,
  'withdraw-proposal': { none: 'takes back what the program has asked for' },
};
