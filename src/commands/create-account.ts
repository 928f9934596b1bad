import { readConfig } from '../config.ts';
import { runWrite } from '../kernel/execute.ts';
import { createAccount } from '../modules/accounts/create-account.ts';
import { OPERATOR } from '../modules/accounts/operator.ts';
import { openEngine } from '../service.ts';
import { consoleLog } from './console-log.ts';

/** Creates an account in the database of this installation, as the operator does. */
export async function createAccountAsOperator(input: Record<string, unknown>): Promise<unknown> {
  const engine = await openEngine(readConfig(), { log: consoleLog });
  try {
    const caller = {
      by: 'operator',
      account: OPERATOR,
      via: 'operator',
      ip: '',
      requestId: 'command-line',
    } as const;
    return (await runWrite(engine.kernel, createAccount, caller, input)).output;
  } finally {
    await engine.close();
  }
}
