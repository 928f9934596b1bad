import { useEffect, useRef } from 'react';

/** A handler that returns false leaves the key to others, as a key that only counts after `g` does without it. */
type Handlers = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

const CLOSING_MS = 2000;
const POLL_MS = 20;
let closingSince = Number.NEGATIVE_INFINITY;

/** Notes that a dialog is closing: it stays in the DOM until the address has changed, but keys are meant for the page. */
export function noteDialogClosing(): void {
  closingSince = performance.now();
}

const isDialogClosing = () => performance.now() - closingSince < CLOSING_MS;
const isCovered = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** Runs once no dialog covers the page; not at all if one stays open. */
function whenUncovered(act: () => void): void {
  if (!isCovered()) setTimeout(act);
  else if (isDialogClosing()) setTimeout(whenUncovered, POLL_MS, act);
}

/** Single-key shortcuts, inactive while typing and under a dialog; `mod+…` works everywhere. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const mod = event.metaKey || event.ctrlKey;
      const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
      const handler = latest.current[key];
      if (!handler || event.altKey || event.defaultPrevented) return;
      // Letters that are typed into a dialog or picker which was opened since belong to its field.
      if (!mod && isTyping(event.target)) return;
      const waits = !mod && isCovered() && isDialogClosing();
      if (!mod && !waits && isCovered()) return;
      if (waits) {
        event.preventDefault();
        whenUncovered(() => latest.current[key]?.(event));
      } else if (handler(event) !== false) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
