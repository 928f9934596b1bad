import { readConfig } from '../../config.ts';
import { checkDatabase, checkReplicas } from './check-database.ts';
import { checkAddress, checkFiles, checkNode } from './check-machine.ts';
import { checkServices } from './check-services.ts';
import { note, ok, toLines } from './findings.ts';

/** Checks the installation and prints each result with what to do about it; exits with an error if any check failed. */
export async function doctor(): Promise<void> {
  const config = readConfig();
  const findings = [
    ok('configuration'),
    checkNode(),
    ...checkFiles(config),
    ...(await checkDatabase(config)),
    ...(await checkReplicas(config)),
    ...checkAddress(config, new Date()),
    ...(await checkServices(config)),
    ...(config.operatorToken ? [] : [note('KVITT_OPERATOR_TOKEN is not set: there is no operator API')]),
  ];
  for (const finding of findings) console.log(toLines(finding));
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
}
