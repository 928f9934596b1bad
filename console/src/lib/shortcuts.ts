import { useEffect, useRef } from 'react';

type Handlers = Readonly<Record<string, (event: KeyboardEvent) => void>>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Single keys, as long as nobody types and no dialog is open; `mod+k` works everywhere. */
export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const mod = event.metaKey || event.ctrlKey;
      const key = mod ? `mod+${event.key.toLowerCase()}` : event.key;
      const handler = latest.current[key];
      if (!handler || event.altKey || event.defaultPrevented) return;
      const busy =
        isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]') !== null;
      if (busy && !mod) return;
      event.preventDefault();
      handler(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
