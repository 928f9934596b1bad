import { ACTION_TYPES } from '../../domain/bank/actions.ts';
import type { Gap } from '../../domain/bank/gaps.ts';
import { LINE_STATES } from '../../domain/bank/line-states.ts';
import type { ColumnMapping } from '../../domain/bank/statement.ts';
import { STATEMENT_FORMATS } from '../../domain/bank/statement.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  integer,
  jsonb,
  numeric,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

/** How transactions arrive: by files that somebody brings, or from the bank itself. */
export const CONNECTIONS = ['file', 'bank'] as const;

export const bankAccounts = table('bank_accounts', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  name: text(),
  account_no: text(),
  iban: text(),
  currency: text(),
  auto_book: boolean(),
  connection: oneOf(CONNECTIONS),
  mapping: jsonb<ColumnMapping>().nullable().withDefault(),
  opening_balance: numeric().nullable().withDefault(),
  gaps: jsonb<Gap[]>().withDefault(),
  fetched_at: timestamp().nullable().withDefault(),
  fetched_to: date().nullable().withDefault(),
  fetch_problem: text().withDefault(),
  created_at: timestamp(),
});

export const bankConsents = table('bank_consents', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  bank_account_id: bigint(),
  consent_id: text(),
  resource_id: text().nullable().withDefault(),
  state: oneOf(['asked', 'given', 'ended']),
  valid_to: date(),
  frequency: integer(),
  called_on: date().nullable().withDefault(),
  calls: integer().withDefault(),
  is_announced: boolean().withDefault(),
  asked_at: timestamp(),
});

export const bankStatements = table('bank_statements', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  bank_account_id: bigint(),
  file_name: text(),
  sha256: bytea().nullable(),
  format: oneOf([...STATEMENT_FORMATS, 'bank']),
  lines_total: integer(),
  lines_new: integer(),
  from_date: date().nullable(),
  to_date: date().nullable(),
  opening_balance: numeric().nullable(),
  closing_balance: numeric().nullable(),
  created_by: bigint().nullable(),
  created_at: timestamp(),
});

export const bankLines = table('bank_lines', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  bank_account_id: bigint(),
  statement_id: bigint(),
  booked_on: date(),
  value_on: date().nullable(),
  amount: numeric(),
  is_reversal: boolean().withDefault(),
  text: text(),
  reference: text(),
  counterparty_name: text(),
  counterparty_id: text(),
  counterparty_account: text(),
  balance: numeric().nullable(),
  line_key: text(),
  place: integer(),
  state: oneOf(LINE_STATES).withDefault(),
  reason: text().withDefault(),
  was_unbooked: boolean().withDefault(),
});

export const bankBookings = table('bank_bookings', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  line_id: bigint(),
  is_automatic: boolean(),
  exchange_rate: numeric().nullable(),
  booked_at: timestamp(),
  booked_by: bigint().nullable(),
  unbooked_at: timestamp().nullable().withDefault(),
  unbook_reason: text().withDefault(),
});

export const bankActions = table('bank_actions', {
  account_id: bigint(),
  id: bigint().identity(),
  booking_id: bigint(),
  type: oneOf(ACTION_TYPES),
  amount: numeric(),
  payment_guid: uuid().nullable(),
  cost_guid: uuid().nullable(),
  done: jsonb<object>(),
  is_active: boolean().withDefault(),
});

export const bankMemory = table('bank_memory', {
  account_id: bigint(),
  memory_key: text(),
  customer_guid: uuid().nullable(),
  code: text().nullable(),
  note: text(),
  updated_at: timestamp(),
});

/** Whose sums are kept: lines by their state, and what the records of bookings have brought. */
export const SUM_KINDS = [...LINE_STATES, 'recorded'] as const;

/** Lines of an account and their sum by state. Triggers of lines, actions and payments add rows; rows of equal keys add up. */
export const bankSums = table('bank_sums', {
  account_id: bigint(),
  id: bigint().identity(),
  bank_account_id: bigint(),
  kind: oneOf(SUM_KINDS),
  lines: bigint(),
  amount: numeric(),
});
