import { bigint, boolean } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const personPreferences = table('person_preferences', {
  account_id: bigint(),
  person_id: bigint(),
  undo_delay: boolean().withDefault(),
  first_steps_hidden: boolean().withDefault(),
});
