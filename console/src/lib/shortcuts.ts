import { useEffect, useRef } from 'react';

/** What a key may do by itself: open something, move the focus, filter or select rows. It never writes. */
type Harmless = 'open' | 'move' | 'filter' | 'select';

/** Only a chord with Ctrl or ⌘ (`mod+`) may write; the type refuses a single key that does. */
type Shortcut = { keys: `mod+${string}`; does: Harmless | 'write' } | { keys: string; does: Harmless };

/** All keys of the console. Dialogs, pickers and menus have keys of their own, and no other key works while one is open. */
export const SHORTCUTS = {
  palette: { keys: 'mod+k', does: 'open' },
  undo: { keys: 'mod+z', does: 'write' },
  /** Presses the main button of what is on top. */
  submit: { keys: 'mod+Enter', does: 'write' },
  decline: { keys: 'mod+Backspace', does: 'write' },
  search: { keys: '/', does: 'filter' },
  create: { keys: 'c', does: 'open' },
  help: { keys: '?', does: 'open' },
  /** The first of two keys; the second one names the screen. */
  jump: { keys: 'g', does: 'open' },
  next: { keys: 'j', does: 'move' },
  previous: { keys: 'k', does: 'move' },
  action: { keys: 'e', does: 'move' },
  select: { keys: 'x', does: 'select' },
  /** At the desk of the bank. Several keys stand apart by a space; the handler sees which one it was. */
  down: { keys: 'ArrowDown', does: 'move' },
  up: { keys: 'ArrowUp', does: 'move' },
  choose: { keys: '1 2 3 4 5 6 7 8 9', does: 'select' },
  find: { keys: 'f', does: 'open' },
  ignore: { keys: 'i', does: 'open' },
} as const satisfies Readonly<Record<string, Shortcut>>;

type ShortcutName = keyof typeof SHORTCUTS;

/** A handler that returns false leaves the key to a handler that was registered before. */
type Handlers = Readonly<Partial<Record<ShortcutName, (event: KeyboardEvent) => unknown>>>;

const NOT_TYPED_INTO = /^(button|checkbox|radio|submit|reset|file|range|color)$/;

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED_INTO.test(target.type);
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

const CLOSING_MS = 2000;
const POLL_MS = 20;
const JUMP_MS = 1200;
let closingSince = Number.NEGATIVE_INFINITY;
let jumpSince = Number.NEGATIVE_INFINITY;

/** Notes that a dialog is closing: it stays in the DOM until the address has changed, but keys are meant for the page. */
export function noteDialogClosing(): void {
  closingSince = performance.now();
}

const isDialogClosing = () => performance.now() - closingSince < CLOSING_MS;

/** The dialog, menu or list of a picker that was opened last. While there is one, keys belong to it alone. */
export function topLayer(): Element | null {
  return [...document.querySelectorAll('[role="dialog"], [role="menu"], [data-picker-list]')].at(-1) ?? null;
}

/** Runs once nothing covers the page; not at all if a dialog stays open. */
function whenUncovered(act: () => void): void {
  if (!topLayer()) setTimeout(act);
  else if (isDialogClosing()) setTimeout(whenUncovered, POLL_MS, act);
}

const registered: { current: Handlers }[] = [];

/** Calls the handler that was registered last, and those before it as long as they leave the key. */
function run(name: ShortcutName, event: KeyboardEvent): boolean {
  return registered.toReversed().some(({ current }) => {
    const handler = current[name];
    return handler !== undefined && handler(event) !== false;
  });
}

function findShortcut(keys: string): ShortcutName | undefined {
  const names = Object.keys(SHORTCUTS) as ShortcutName[];
  return names.find((name) => SHORTCUTS[name].keys.toLowerCase().split(' ').includes(keys.toLowerCase()));
}

/** The submit button of a form; in a dialog it stands outside of the form element. */
export function submitButtonOf(form: HTMLFormElement): HTMLButtonElement | undefined {
  return [...form.elements].find(
    (element) => element instanceof HTMLButtonElement && element.type === 'submit',
  ) as HTMLButtonElement | undefined;
}

/** The form with the focus, or the only one there is. */
function formIn(scope: Element): HTMLFormElement | undefined {
  const forms = [...scope.querySelectorAll('form')];
  const focused = document.activeElement?.closest('form');
  return forms.find((form) => form === focused) ?? (forms.length === 1 ? forms[0] : undefined);
}

/** Presses the main button of the dialog on top, or of the screen where there is none. */
function submitOnTop(event: KeyboardEvent): boolean {
  const layer = topLayer();
  if (!layer && run('submit', event)) return true;
  const form = formIn(layer ?? document.body);
  const button = form && submitButtonOf(form);
  button?.click();
  return button !== undefined;
}

function onChord(event: KeyboardEvent): void {
  const name = findShortcut(`mod+${event.key}`);
  // A chord that is held down writes once.
  if (!name || event.repeat || event.shiftKey) return;
  const isDone = name === 'submit' ? submitOnTop(event) : run(name, event);
  if (isDone) event.preventDefault();
}

function onSingleKey(event: KeyboardEvent): void {
  const isSecond = performance.now() - jumpSince < JUMP_MS && event.key.length === 1;
  jumpSince = Number.NEGATIVE_INFINITY;
  if (isTyping(event.target)) return;
  const isCovered = topLayer() !== null;
  if (isCovered && !isDialogClosing()) return;
  const name = isSecond ? 'jump' : findShortcut(event.key);
  if (!name) return;
  const act = () => {
    if (name === 'jump' && !isSecond) jumpSince = performance.now();
    return name === 'jump' && !isSecond ? true : run(name, event);
  };
  if (isCovered) {
    event.preventDefault();
    whenUncovered(act);
  } else if (act() || isSecond) event.preventDefault();
}

window.addEventListener('keydown', (event) => {
  if (event.altKey || event.defaultPrevented || event.isComposing) return;
  if (event.metaKey || event.ctrlKey) onChord(event);
  else onSingleKey(event);
});

/** Handles shortcuts while the component is mounted. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    registered.push(latest);
    return () => void registered.splice(registered.indexOf(latest), 1);
  }, []);
}
