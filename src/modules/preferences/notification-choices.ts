import { z } from 'zod';
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_MODES,
  type NotificationKind,
  type NotificationMode,
} from '../../domain/access/notification-modes.ts';
import { recordOf } from '../../domain/values/records.ts';
import { choice, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';

export type NotificationChoices = Partial<Record<NotificationKind, NotificationMode>>;

/**
 * What a person has to act on soon and cannot know otherwise: a proposal, a question, the answer of a customer, a document
 * that did not arrive, and a bank that reports no longer. Everything else is mailed only to people who chose it.
 */
export const DEFAULT_MODES: Readonly<Record<NotificationKind, NotificationMode>> = {
  overdue: 'none',
  mail: 'now',
  cost: 'none',
  paused: 'none',
  proposal: 'now',
  quote: 'now',
  bank: 'now',
  question: 'now',
  other: 'none',
};

const MEANING: Record<NotificationKind, string> = {
  overdue: 'Invoices that are overdue or in collection',
  mail: 'Mails and e-invoices that did not arrive',
  cost: 'Receipts to approve',
  paused: 'Recurring invoices that were paused',
  proposal: 'Proposals of programs',
  quote: 'Quotes that customers answered',
  bank: 'Consents to read bank accounts that end soon',
  question: 'Questions about documents, and their answers',
  other: 'Payments, claims and anything else that waits',
};

export const notificationsInput = object(
  recordOf(NOTIFICATION_KINDS, (kind) => choice(NOTIFICATION_MODES).optional(MEANING[kind])),
);

export const notificationsOutput = z.object(
  recordOf(NOTIFICATION_KINDS, (kind) => out.code(NOTIFICATION_MODES, MEANING[kind])),
);
