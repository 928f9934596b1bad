import { readConfig } from '../config.ts';
import { Database } from '../kernel/database/database.ts';
import { migrate } from '../kernel/database/migrate.ts';

export async function migrateCommand(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig();
  const db = new Database({ url: databaseUrl, dataDir, pool: 1, onError: () => {} });
  try {
    await db.start();
    const applied = await migrate(db);
    console.log(
      applied.length === 0
        ? 'The schema is up to date.'
        : `Applied ${applied.map(({ name }) => name).join(', ')}.`,
    );
  } finally {
    await db.close();
  }
}
