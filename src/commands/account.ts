import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { runWrite } from '../kernel/execute.ts';
import { fail } from '../kernel/failures/failure.ts';
import { createAccount } from '../modules/accounts/create-account.ts';
import { OPERATOR } from '../modules/accounts/operator.ts';
import { openEngine } from '../service.ts';
import { consoleLog } from './console-log.ts';

const text = { type: 'string' } as const;

export async function createAccountCommand(args: string[]): Promise<void> {
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
  const input = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.replace('-', '_'), value]),
  );
  const engine = await openEngine(readConfig(), { log: consoleLog });
  try {
    const caller = { account: OPERATOR, via: 'operator', ip: '', requestId: 'command-line' } as const;
    const { output } = await runWrite(engine.kernel, createAccount, caller, input);
    console.log(JSON.stringify(output, null, 2));
  } finally {
    await engine.close();
  }
}
