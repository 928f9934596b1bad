import { parseArgs } from 'node:util';
import { fail } from '../kernel/failures/failure.ts';

const text = { type: 'string' } as const;

/** Runs what follows `account`: create, export or import. The code is loaded only then, so that a mistyped command is refused at once. */
export async function accountCommand(args: string[]): Promise<void> {
  const [verb, ...rest] = args;
  if (verb === 'export') return (await import('./export-account.ts')).exportAccountCommand(rest);
  if (verb === 'import') return (await import('./import-account.ts')).importAccountCommand(rest);
  const input = readInput(args);
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
    fail(
      'field_invalid',
      'account',
      'must be followed by create, export or import; see kvitt account --help',
    );
  if (positionals.length > 1)
    fail('field_invalid', 'create', `must be followed by options alone, not by "${positionals[1]}"`);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace('-', '_'), value]));
}
