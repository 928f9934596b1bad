import { parseArgs } from 'node:util';
import { fail } from '../kernel/failures/failure.ts';

const text = { type: 'string' } as const;

export async function createAccountCommand(args: string[]): Promise<void> {
  const input = readInput(args);
  // Loaded only now, so that a mistyped command is refused at once.
  const { createAccountAsOperator } = await import('./create-account.ts');
  console.log(JSON.stringify(await createAccountAsOperator(input), null, 2));
}

function readInput(args: string[]): Record<string, unknown> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      username: text,
      password: text,
      name: text,
      'registration-no': text,
      'vat-no': text,
      email: text,
      address: text,
      zip: text,
      city: text,
      'bank-account': text,
    },
  });
  if (positionals[0] !== 'create')
    fail('field_invalid', 'account', 'must be followed by create; see kvitt account --help');
  if (positionals.length > 1)
    fail('field_invalid', 'create', `must be followed by options alone, not by "${positionals[1]}"`);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace('-', '_'), value]));
}
