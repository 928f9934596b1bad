/**
 * Drafts of forms in sessionStorage: what was typed and not sent survives a reload and signing in again. They hold values
 * and not text, so that a number means the same in another language. A draft that is read in another way than it was
 * written would be worse than none: a new prefix leaves the drafts of older releases alone.
 */
const PREFIX = 'kvitt-form-';
const OWNER_KEY = 'kvitt-whose';

export function readDraft<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** Null removes the draft. A browser that refuses storage still works, only without drafts. */
export function writeDraft(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or switched off.
  }
}

/** Removes the drafts of another person, where several people sign in on one machine. */
export function clearForeignDrafts(username: string): void {
  try {
    if (sessionStorage.getItem(OWNER_KEY) === username) return;
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
    sessionStorage.setItem(OWNER_KEY, username);
  } catch {
    // Without storage there are no drafts to remove.
  }
}
