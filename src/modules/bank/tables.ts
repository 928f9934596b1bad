import { ACTION_TYPES } from '../../domain/bank/actions.ts';
import type { Gap } from '../../domain/bank/gaps.ts';
import { LINE_STATES } from '../../domain/bank/line-states.ts';
import type { ColumnMapping } from '../../domain/bank/statement.ts';
import { STATEMENT_FORMATS } from '../../domain/bank/statement.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

/** How transactions arrive: by files that somebody brings, or from the bank itself. */
export const CONNECTIONS = ['file', 'bank'] as const;

export const bankAccounts = table('bank_accounts', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  name: col.text(),
  account_no: col.text(),
  iban: col.text(),
  currency: col.text(),
  auto_book: col.boolean(),
  connection: col.oneOf(CONNECTIONS),
  mapping: col.jsonb<ColumnMapping>().nullable().withDefault(),
  opening_balance: col.numeric().nullable().withDefault(),
  gaps: col.jsonb<Gap[]>().withDefault(),
  fetched_at: col.timestamp().nullable().withDefault(),
  fetched_to: col.date().nullable().withDefault(),
  fetch_problem: col.text().withDefault(),
  created_at: col.timestamp(),
});

export const bankConsents = table('bank_consents', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  bank_account_id: col.bigint(),
  consent_id: col.text(),
  resource_id: col.text().nullable().withDefault(),
  state: col.oneOf(['asked', 'given', 'ended']),
  valid_to: col.date(),
  frequency: col.integer(),
  called_on: col.date().nullable().withDefault(),
  calls: col.integer().withDefault(),
  is_announced: col.boolean().withDefault(),
  asked_at: col.timestamp(),
});

export const bankStatements = table('bank_statements', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  bank_account_id: col.bigint(),
  file_name: col.text(),
  sha256: col.bytea().nullable(),
  format: col.oneOf([...STATEMENT_FORMATS, 'bank']),
  lines_total: col.integer(),
  lines_new: col.integer(),
  from_date: col.date().nullable(),
  to_date: col.date().nullable(),
  opening_balance: col.numeric().nullable(),
  closing_balance: col.numeric().nullable(),
  created_by: col.bigint().nullable(),
  created_at: col.timestamp(),
});

export const bankLines = table('bank_lines', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  bank_account_id: col.bigint(),
  statement_id: col.bigint(),
  booked_on: col.date(),
  value_on: col.date().nullable(),
  amount: col.numeric(),
  is_reversal: col.boolean().withDefault(),
  text: col.text(),
  reference: col.text(),
  counterparty_name: col.text(),
  counterparty_id: col.text(),
  counterparty_account: col.text(),
  balance: col.numeric().nullable(),
  line_key: col.text(),
  place: col.integer(),
  state: col.oneOf(LINE_STATES).withDefault(),
  reason: col.text().withDefault(),
  was_unbooked: col.boolean().withDefault(),
});

export const bankBookings = table('bank_bookings', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  line_id: col.bigint(),
  is_automatic: col.boolean(),
  exchange_rate: col.numeric().nullable(),
  booked_at: col.timestamp(),
  booked_by: col.bigint().nullable(),
  unbooked_at: col.timestamp().nullable().withDefault(),
  unbook_reason: col.text().withDefault(),
});

export const bankActions = table('bank_actions', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  booking_id: col.bigint(),
  type: col.oneOf(ACTION_TYPES),
  amount: col.numeric(),
  payment_guid: col.uuid().nullable(),
  cost_guid: col.uuid().nullable(),
  done: col.jsonb<object>(),
  is_active: col.boolean().withDefault(),
});

export const bankMemory = table('bank_memory', {
  account_id: col.bigint(),
  memory_key: col.text(),
  customer_guid: col.uuid().nullable(),
  code: col.text().nullable(),
  note: col.text(),
  updated_at: col.timestamp(),
});

/** Whose sums are kept: lines by their state, and what the records of bookings have brought. */
export const SUM_KINDS = [...LINE_STATES, 'recorded'] as const;

/** Lines of an account and their sum by state. Triggers of lines, actions and payments add rows; rows of equal keys add up. */
export const bankSums = table('bank_sums', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  bank_account_id: col.bigint(),
  kind: col.oneOf(SUM_KINDS),
  lines: col.bigint(),
  amount: col.numeric(),
});
