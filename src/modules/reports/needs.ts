import { toWire } from '../../domain/money.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { defineRead } from '../../kernel/operation.ts';
import { NEEDS, needs } from './needs-schema.ts';
import { listNeeds } from './needs-store.ts';

export const getNeeds = defineRead({
  name: 'get-needs',
  summary:
    'Everything that waits for a person: late and undelivered invoices, receipts, paused templates and the like.',
  scope: null,
  input: object({}),
  output: needs,
  async run({ db, account, today }) {
    const rows = await listNeeds(db, account.id, today);
    const counts = NEEDS.flatMap((what) => {
      const count = rows.find((row) => row.what === what)?.count ?? 0;
      return count > 0 ? [{ what, count }] : [];
    });
    return {
      rows: rows.map(({ count: _count, ...row }) => ({ ...row, amount: toWire(row.amount) })),
      counts,
    };
  },
});
