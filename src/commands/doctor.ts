import { readConfig } from '../config.ts';
import { toError } from '../domain/values/errors.ts';
import { Database } from '../kernel/database/database.ts';
import { schemaMismatch } from '../kernel/database/migrate.ts';

/** Checks the installation and prints each result; exits with an error if any check failed. */
export async function doctor(): Promise<void> {
  const config = readConfig();
  const report = (isOk: boolean, text: string) => {
    console.log(`${isOk ? 'ok  ' : 'BAD '} ${text}`);
    if (!isOk) process.exitCode = 1;
  };
  report(true, 'configuration');
  report(
    Number(process.versions.node.split('.')[0]) >= 24,
    `Node.js ${process.versions.node} (24 or later is needed)`,
  );
  const { databaseUrl: url, listenUrl: directUrl, dataDir } = config;
  const db = new Database({ url, directUrl, dataDir, pool: 1, onError: () => {} });
  try {
    await db.start();
    const problem = await schemaMismatch(db);
    report(true, db.embedded ? `embedded database in ${dataDir}` : 'PostgreSQL answers');
    report(problem === null, problem ?? 'schema is current');
  } catch (error) {
    report(false, toError(error).message);
  } finally {
    await db.close();
  }
  report(
    config.baseUrl.startsWith('https:') || /\/\/(127\.|localhost|\[::1\])/.test(config.baseUrl),
    `public address ${config.baseUrl}`,
  );
  if (!config.operatorToken) console.log('note KVITT_OPERATOR_TOKEN is not set: there is no operator API');
  if (!config.smtp) console.log('note KVITT_SMTP_URL is not set: mail goes to the sandbox mailbox');
  if (!config.einvoice) console.log('note KVITT_EINVOICE_URL is not set: e-invoices go to the embedded hub');
}
