/**
 * The outcome of a mail: all, some or none of its files became costs, its sender is not allowed, or it has no files.
 */
export const MAIL_OUTCOMES = ['taken', 'partly', 'refused', 'empty'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];
