import { ImageUp, Trash2 } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { upload } from '../../api/call.ts';
import { queryClient, useRead, useWrite } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { Card } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

const I = { size: 16, 'aria-hidden': true } as const;

/** The logo, chosen or dropped here. The server says what it takes. */
export function Logo({ name }: { name: string }) {
  const { t } = useWords();
  const { data } = useRead('get-logo', {});
  const remove = useWrite('remove-logo');
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const take = async (file: File | undefined) => {
    if (!file || busy) return;
    setBusy(true);
    setError(null);
    try {
      await upload('set-logo', { file }, crypto.randomUUID());
      await queryClient.invalidateQueries();
      showToast(t('done.saved'));
    } catch (failed) {
      setError(failed as Error);
    } finally {
      setBusy(false);
      if (chooser.current) chooser.current.value = '';
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const logo = data?.logo;
  return (
    <Card title={t('logo.title')}>
      <p className="mb-4 text-muted">{t('logo.about')}</p>
      <section
        aria-label={t('logo.title')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex min-h-32 items-center justify-center rounded-xl border-2 border-dashed bg-clip-padding p-5 transition-colors ${over ? 'border-accent bg-accent-subtle' : 'border-border'} ${logo ? 'bg-white' : 'bg-sunken'}`}
      >
        {logo ? (
          <img
            src={logo.path}
            alt={t('logo.of', { name })}
            width={logo.width}
            height={logo.height}
            className="h-auto max-h-24 w-auto max-w-64"
          />
        ) : (
          <p className="text-center text-muted">{t('logo.none')}</p>
        )}
      </section>
      <div className="mt-4 space-y-3">
        <ErrorAlert error={error ?? remove.error} />
        <div className="flex flex-wrap gap-2">
          <Button icon={<ImageUp {...I} />} busy={busy} onClick={() => chooser.current?.click()}>
            {t(logo ? 'logo.replace' : 'logo.choose')}
          </Button>
          {logo && (
            <Button
              variant="danger"
              icon={<Trash2 {...I} />}
              busy={remove.isPending}
              onClick={() => remove.mutate({}, { onSuccess: () => showToast(t('logo.removed')) })}
            >
              {t('logo.remove')}
            </Button>
          )}
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={t('logo.choose')}
        onChange={({ target }) => take(target.files?.[0])}
      />
    </Card>
  );
}
