import { Camera, UploadCloud } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { upload } from '../../api/call.ts';
import { queryClient, useSession } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

const KINDS = 'image/jpeg,image/png,image/gif,application/pdf';

/** Receipts dropped, chosen, or photographed with the phone; several at once are taken one after another. */
export function Upload({ onDone }: { onDone(): void }) {
  const { t, tn } = useWords();
  const { data: session } = useSession();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  const take = async (files: readonly File[]) => {
    if (files.length === 0 || busy) return;
    setBusy(true);
    setError(null);
    try {
      for (const file of files) {
        await upload(
          'create-cost',
          { file, date: session?.today ?? '', description: '' },
          crypto.randomUUID(),
        );
      }
      showToast(tn('costs.taken', files.length));
    } catch (failed) {
      setError(failed as Error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries();
      onDone();
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={t('costs.upload')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`rounded-xl border-2 border-dashed p-5 transition-colors ${over ? 'border-accent bg-accent-subtle' : 'border-border bg-paper'}`}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <UploadCloud size={28} className="text-accent max-sm:hidden" aria-hidden />
        <div className="min-w-48 flex-1 max-sm:basis-full">
          <p className="font-semibold tracking-tight">{t('costs.drop')}</p>
          <p className="text-muted">{t('costs.kinds')}</p>
        </div>
        <Button variant="primary" busy={busy} onClick={() => chooser.current?.click()}>
          {t('costs.choose')}
        </Button>
        <span className="sm:hidden">
          <Button icon={<Camera size={17} aria-hidden />} onClick={() => camera.current?.click()}>
            {t('costs.photo')}
          </Button>
        </span>
      </div>
      <div className="mt-3 empty:hidden">
        <ErrorAlert error={error} />
      </div>
      <input
        ref={chooser}
        type="file"
        accept={KINDS}
        multiple
        hidden
        aria-label={t('costs.choose')}
        onChange={({ target }) => take([...(target.files ?? [])])}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('costs.photo')}
        onChange={({ target }) => take([...(target.files ?? [])])}
      />
    </section>
  );
}
