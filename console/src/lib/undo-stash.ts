import { readDraft, writeDraft } from './draft-storage.ts';

/** What to do with the form of an action that can still be undone. */
interface Stash {
  /** The draft that holds the form; it is deleted when the action has happened. */
  draft: string;
  /** Where the form is opened again after undo. */
  path: string;
}

const nameOf = (action: string) => `undo-${action}`;

/** Keeps the form of a scheduled action, so that undo brings back what was typed. */
export function stashForm(action: string, draft: string, form: unknown, path: string): void {
  writeDraft(draft, form);
  writeDraft(nameOf(action), { draft, path } satisfies Stash);
}

/** The action has happened: its form is not needed any more. */
export function dropStash(action: string): void {
  const stash = readDraft<Stash>(nameOf(action));
  if (stash) writeDraft(stash.draft, null);
  writeDraft(nameOf(action), null);
}

/** The action was undone. Returns where its form is, if this tab has it. */
export function takeStash(action: string): string | null {
  const stash = readDraft<Stash>(nameOf(action));
  writeDraft(nameOf(action), null);
  return stash?.path ?? null;
}
