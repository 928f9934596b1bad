import { Dialog } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { OVERLAY_CLASS, useFocusReturn } from '../ui/dialog.tsx';
import { useWords } from '../words/words.tsx';
import { SEARCH_INPUT_CLASS, SearchRow } from './palette-search-row.tsx';

const Choices = lazy(() => import('./palette-results.tsx'));

/** Goes anywhere and makes anything by a few letters; finds invoices, customers and items as well. */
export function Palette({ open, onClose, onlyMake }: { open: boolean; onClose(): void; onlyMake: boolean }) {
  const { t } = useWords();
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_CLASS} />
        <Dialog.Content
          {...focusReturn}
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
    <SearchRow>
      <input
        aria-label={hint}
        placeholder={hint}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={SEARCH_INPUT_CLASS}
      />
    </SearchRow>
  );
  return (
    <Suspense fallback={waiting}>
      <Choices typed={typed} onType={setTyped} onClose={onClose} onlyMake={onlyMake} />
    </Suspense>
  );
}
