import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFocusReturn } from '../ui/dialog.tsx';
import { useWords } from '../words/words.tsx';

const Choices = lazy(() => import('./palette-results.tsx'));

export const TYPED_CLASS = 'h-13 w-full bg-transparent text-base outline-none placeholder:text-muted';

/** Goes anywhere and makes anything by a few letters; finds invoices, customers and items as well. */
export function Palette({ open, onClose, onlyMake }: { open: boolean; onClose(): void; onlyMake: boolean }) {
  const { t } = useWords();
  const wayBack = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade-in fixed inset-0 z-40 bg-black/40 dark:bg-black/60" />
        <Dialog.Content
          {...wayBack}
          aria-describedby={undefined}
          className="slide-up fixed inset-x-3 top-[12dvh] z-50 mx-auto max-w-xl overflow-hidden rounded-2xl border bg-paper shadow-float"
        >
          <Dialog.Title className="sr-only">{onlyMake ? t('make') : t('search')}</Dialog.Title>
          <PaletteInput onClose={onClose} onlyMake={onlyMake} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What is typed before the choices have come counts. */
function PaletteInput({ onClose, onlyMake }: { onClose(): void; onlyMake: boolean }) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const hint = onlyMake ? t('palette.make') : t('palette.type');
  const waiting = (
    <TypedRow>
      <input
        aria-label={hint}
        placeholder={hint}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={TYPED_CLASS}
      />
    </TypedRow>
  );
  return (
    <Suspense fallback={waiting}>
      <Choices typed={typed} onType={setTyped} onClose={onClose} onlyMake={onlyMake} />
    </Suspense>
  );
}

export function TypedRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b px-4">
      <Search size={18} className="text-muted" aria-hidden />
      {children}
    </div>
  );
}
