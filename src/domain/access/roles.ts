/**
 * Owners may do everything; members everything except managing access and the company's own details. Accountants read, book,
 * approve, lock and file, and issue nothing; viewers read. See `Access.roles` in the kernel.
 */
export const ROLES = ['owner', 'member', 'accountant', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
