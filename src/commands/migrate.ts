import { readConfig } from '../config.ts';
import { migrate } from '../kernel/database/migrate.ts';
import { withDatabase } from './with-database.ts';

export async function migrateCommand(): Promise<void> {
  const applied = await withDatabase(readConfig(), migrate);
  console.log(
    applied.length === 0
      ? 'The schema is up to date.'
      : `Applied ${applied.map(({ name }) => name).join(', ')}.`,
  );
}
