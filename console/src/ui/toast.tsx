import { CheckCircle2 } from 'lucide-react';
import { useEffect, useState } from 'react';

type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Shows a short confirmation for a few seconds. */
export function showToast(text: string): void {
  for (const listener of listeners) listener(text);
}

const VISIBLE_MS = 5000;

export function Toasts() {
  const [text, setText] = useState('');
  useEffect(() => {
    const listener: Listener = (next) => setText(next);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => setText(''), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div
      role="status"
      aria-live="polite"
      className="no-print pointer-events-none fixed inset-x-0 bottom-5 z-60 flex justify-center px-4 max-md:bottom-20"
    >
      {text && (
        <div className="slide-up flex items-center gap-2.5 rounded-xl bg-ink px-4 py-2.5 font-medium text-paper shadow-float">
          <CheckCircle2 size={17} aria-hidden />
          {text}
        </div>
      )}
    </div>
  );
}
