import { readConfig } from '../config.ts';
import { Database } from '../kernel/database/database.ts';
import { schemaProblem } from '../kernel/database/migrate.ts';

/** Says what is well and what is not, and fails if anything is not. */
export async function doctor(): Promise<void> {
  const config = readConfig();
  const say = (well: boolean, what: string) => {
    console.log(`${well ? 'ok  ' : 'BAD '} ${what}`);
    if (!well) process.exitCode = 1;
  };
  say(true, 'configuration');
  say(
    Number(process.versions.node.split('.')[0]) >= 24,
    `Node.js ${process.versions.node} (24 or later is needed)`,
  );
  const db = new Database({ url: config.databaseUrl, dataDir: config.dataDir, pool: 1, onError: () => {} });
  try {
    await db.start();
    const problem = await schemaProblem(db);
    say(true, db.embedded ? `embedded database in ${config.dataDir}` : 'PostgreSQL answers');
    say(problem === null, problem ?? 'schema is current');
  } catch (error) {
    say(false, (error as Error).message);
  } finally {
    await db.close();
  }
  say(
    config.baseUrl.startsWith('https:') || /\/\/(127\.|localhost|\[::1\])/.test(config.baseUrl),
    `public address ${config.baseUrl}`,
  );
  if (!config.operatorToken) console.log('note KVITT_OPERATOR_TOKEN is not set: there is no operator API');
  if (!config.smtp) console.log('note KVITT_SMTP_URL is not set: mail is kept in the sandbox mailbox');
  if (!config.einvoice) console.log('note KVITT_EINVOICE_URL is not set: e-invoices go to the embedded hub');
}
