import { Dialog } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { loadRestOfTranslation } from '../i18n/load-translation.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { OVERLAY_CLASS, useFocusReturn } from '../ui/dialogs/dialog.tsx';
import { SEARCH_INPUT_CLASS, SearchRow } from './palette-search-row.tsx';

const Choices = lazy(() =>
  loadChunk(async () => {
    const [results] = await Promise.all([import('./palette-results.tsx'), loadRestOfTranslation()]);
    return results;
  }),
);

/** The command palette: goes to screens, starts new records, and searches invoices, customers and items. */
export function Palette({
  open,
  onClose,
  onlyCreate,
}: {
  open: boolean;
  onClose(): void;
  onlyCreate: boolean;
}) {
  const { t } = useTranslation();
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
          <Dialog.Title className="sr-only">{onlyCreate ? t('make') : t('search')}</Dialog.Title>
          <PaletteInput onClose={onClose} onlyCreate={onlyCreate} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The input works while the results are still being loaded; typed text is not lost. */
function PaletteInput({ onClose, onlyCreate }: { onClose(): void; onlyCreate: boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const hint = onlyCreate ? t('palette.make') : t('palette.type');
  const fallback = (
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
    <Suspense fallback={fallback}>
      <Choices typed={typed} onType={setTyped} onClose={onClose} onlyCreate={onlyCreate} />
    </Suspense>
  );
}
