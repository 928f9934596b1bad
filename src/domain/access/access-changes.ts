/** Changes of the access of a person, of which the person is notified by mail. */
export const ACCESS_CHANGES = [
  'password',
  'email',
  'factor_on',
  'factor_off',
  'factor_reset',
  'recovery_code',
] as const;
export type AccessChange = (typeof ACCESS_CHANGES)[number];
