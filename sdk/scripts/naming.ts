/**
 * The names of groups and methods, for the client and the command line alike.
 *
 * A group is a section of the reference: `Recurring invoices` is `recurringInvoices`. A method is the name of the
 * operation without the noun of its group: `create-invoice` in Invoices is `create`, `create-invoice-from-order` in
 * Orders is `createInvoice`. What reads begins with `list` for a list, `count` for a number, `get` for one record, and
 * is the rest of the name alone for a file: `get-invoice-pdf` is `pdf`.
 */
export function methodName(operation: string, section: string, kind: string): string {
  const exception = EXCEPTIONS[operation];
  if (exception) return exception;
  const words = withoutNoun(operation, section).split('-');
  if (words.at(-1) === 'from') words.pop();
  const [verb = '', ...rest] = words;
  if (verb !== 'get') return camelCase(words);
  if (rest[0] === 'count') return camelCase(rest);
  if (kind === 'file') return camelCase(rest);
  return camelCase([kind === 'list' ? 'list' : 'get', ...rest]);
}

/** Operations whose name reads badly as a method. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'do-paid-invoice': 'markPaid',
  'create-invoices': 'createMany',
  'task-log-delete': 'deleteLog',
  'import-bank-statement': 'import',
  'get-agents': 'list',
  'get-webhooks': 'list',
  'get-audit': 'audit',
};

/** Names of methods in earlier releases, which programs and scripts still use. */
export const FORMER_NAMES: Readonly<Record<string, string>> = { 'get-webhooks': 'get' };

export function groupName(section: string): string {
  return camelCase(section.toLowerCase().split(' '));
}

/** Orders and drafts are also called order-invoice and draft-invoice. */
function withoutNoun(operation: string, section: string): string {
  const plural = section.toLowerCase().replaceAll(' ', '-');
  const singular = plural.replace(/s$/, '');
  const nouns = [`${singular}-invoices`, `${singular}-invoice`, plural, singular];
  for (const noun of nouns) {
    const found = new RegExp(`(^|-)${noun}(?=-|$)`).exec(operation);
    if (!found) continue;
    const rest = operation.slice(0, found.index) + operation.slice(found.index + found[0].length);
    return rest.replace(/^-/, '');
  }
  return operation;
}

function camelCase(words: readonly string[]): string {
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}
