/** What was typed and not sent, kept in this tab over a reload and over signing in again. */
const PREFIX = 'kvitt-';
const OWNER_KEY = 'kvitt-whose';

export function readDraft<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null keeps nothing. A browser that keeps nothing still works. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing more can be done about it.
  }
}

/** Nobody finds what another has typed, where several sign in on one machine. */
export function clearForeignDrafts(username: string): void {
  try {
    if (sessionStorage.getItem(OWNER_KEY) === username) return;
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
    sessionStorage.setItem(OWNER_KEY, username);
  } catch {
    // There is nothing kept either.
  }
}
