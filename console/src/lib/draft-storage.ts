/** What was typed and not sent, kept in this tab over a reload and over signing in again. */
const PREFIX = 'kvitt-';
const WHOSE = 'kvitt-whose';

export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null keeps nothing. A browser that keeps nothing still works. */
export function writeKept(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing more can be done about it.
  }
}

/** Nobody finds what another has typed, where several sign in on one machine. */
export function keepFor(username: string): void {
  try {
    if (sessionStorage.getItem(WHOSE) === username) return;
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
    sessionStorage.setItem(WHOSE, username);
  } catch {
    // There is nothing kept either.
  }
}
