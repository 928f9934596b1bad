import type { Role } from '../../domain/access/roles.ts';
import type { JobKind } from './job-kinds.ts';

/** What the service does, from the tables that it works by, for the system description. */
export interface SystemTables {
  /** Everything that people, programs and keys can write, by name. */
  writes: readonly DescribedWrite[];
  cron: readonly { name: string; everySeconds: number }[];
  jobs: readonly JobKind[];
}

interface DescribedWrite {
  name: string;
  summary: string;
  roles: readonly Role[];
  /** Whether it is refused in a locked settlement period. */
  books: boolean;
}
