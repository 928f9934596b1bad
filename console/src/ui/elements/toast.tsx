import { CheckCircle2 } from 'lucide-react';
import { useEffect, useState } from 'react';

/** One confirmation. The number tells two of the same text apart. */
interface Toast {
  number: number;
  text: string;
}

const listeners = new Set<(toast: Toast) => void>();
let lastNumber = 0;

/** Shows a short confirmation for a few seconds. */
export function showToast(text: string): void {
  lastNumber += 1;
  for (const listener of listeners) listener({ number: lastNumber, text });
}

const VISIBLE_MS = 5000;

export function Toasts() {
  const [toast, setToast] = useState<Toast>();
  useEffect(() => {
    listeners.add(setToast);
    return () => void listeners.delete(setToast);
  }, []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div
      role="status"
      aria-live="polite"
      className="toasts no-print pointer-events-none fixed inset-x-0 bottom-5 z-60 flex justify-center px-4 max-md:bottom-20"
    >
      {toast && (
        // A new element for each toast: a screen reader announces the same text again, and it slides in again.
        <div
          key={toast.number}
          data-toast={toast.number}
          className="slide-up flex items-center gap-2.5 rounded-xl bg-ink px-4 py-2.5 font-medium text-paper shadow-float"
        >
          <CheckCircle2 size={17} aria-hidden />
          {toast.text}
        </div>
      )}
    </div>
  );
}
