/** The kinds of notifications that people can get by mail. */
export const NOTIFICATION_KINDS = [
  'overdue',
  'mail',
  'cost',
  'paused',
  'proposal',
  'quote',
  'bank',
  'question',
  'other',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** At once, in one mail each morning, or not at all. */
export const NOTIFICATION_MODES = ['now', 'daily', 'none'] as const;
export type NotificationMode = (typeof NOTIFICATION_MODES)[number];
