import { z } from 'zod';
import { ROLES } from '../../domain/access/roles.ts';
import { nextToFile } from '../../domain/vat/periods.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { listClients } from './client-store.ts';
import { COUNTED_KINDS, countMissing } from './missing-store.ts';

const client = z.object({
  guid: out.guid('The company'),
  name: out.own('Its name', 'Norðurljós verkstofa ehf.'),
  role: out.code(ROLES, 'What the person may do there'),
  is_current: out.flag('Whether it is the company of the session'),
  period: out.own('VAT period of the next return', '2026-10').nullable(),
  from_date: out.date('The first day of that period', '2026-09-01').nullable(),
  to_date: out.date('The last day of that period', '2026-10-31').nullable(),
  due_on: out.date('When its return is due', '2026-12-07').nullable(),
  missing: out.list(
    'What may be missing in the return (listed by `missing` of get-vat-return, and by get-unstated-vat-kinds), and all questions that are not closed (get-questions)',
    { kind: out.code(COUNTED_KINDS, 'What it is'), count: out.integer('How many', 2) },
  ),
});

export const getClients = defineRead({
  name: 'get-clients',
  summary:
    'Lists the companies of the person who is signed in, with what is missing for the next VAT return of each.',
  access: { scope: null },
  input: object({}),
  output: z.array(client),
  refusals: ['person_not_found'],
  async run({ db, account, caller, today }) {
    const personId = caller.person?.id ?? fail('person_not_found');
    const rows = await listClients(db, { accountId: account.id, personId, today });
    const clients = rows.map(({ lengths, locked, ...row }) => {
      const isLocked = (to: string) => locked.some(({ to_date }) => to_date === to);
      return { ...row, period: nextToFile(lengths, { today, isLocked }) };
    });
    const counts = await countMissing(
      db,
      clients.flatMap(({ account_id, period }) => (period ? [{ account_id, period }] : [])),
      clients.map(({ account_id }) => account_id),
    );
    return clients.map(({ account_id, period, ...row }) => ({
      ...row,
      period: period?.period ?? null,
      from_date: period?.from ?? null,
      to_date: period?.to ?? null,
      due_on: period?.due ?? null,
      missing: counts
        .filter((one) => one.account_id === account_id)
        .map(({ kind, count }) => ({ kind, count })),
    }));
  },
});
