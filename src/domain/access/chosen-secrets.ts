/**
 * What a secret that a person chooses must have: the operator token, and an api_key that the operator gives to an account.
 * No rate limit protects a short one, because a right one is never refused for the number of wrong ones.
 */
export interface ChosenSecretRule {
  minLength: number;
  minDifferent: number;
}

/** Where the service is reached on this machine only, a short secret is good enough for trials. */
export function chosenSecretRule(baseUrl: string): ChosenSecretRule {
  return isThisMachine(baseUrl) ? { minLength: 8, minDifferent: 4 } : { minLength: 16, minDifferent: 8 };
}

export function countDifferent(secret: string): number {
  return new Set(secret).size;
}

export function isThisMachine(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return ['localhost', '127.0.0.1', '[::1]'].includes(host);
}
