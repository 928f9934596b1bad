import { Camera, UploadCloud } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useSession } from '../../api/queries.ts';
import { useUpload } from '../../api/use-upload.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { DropZone } from '../../ui/elements/drop-zone.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { ReceiptAddressLine } from './receipt-address.tsx';

const ACCEPTED_TYPES = 'image/jpeg,image/png,image/gif,application/pdf,application/xml,text/xml,.xml';

/** Uploads receipts that are dropped, chosen, or photographed with a phone; several are sent one after another. */
export function Upload() {
  const { t, tn } = useTranslation();
  const { data: session } = useSession();
  // A date that is sent wins over the one that is read, so none is sent where the file is read: e-invoices always are.
  const dateOf = ({ name }: File) =>
    session?.reads_receipts || /\.xml$/i.test(name) ? '' : (session?.today ?? '');
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const { send, busy, failures } = useUpload('create-cost', (count) => showToast(tn('costs.taken', count)));
  const take = (files: readonly File[]) =>
    void send(files.map((file) => ({ file, date: dateOf(file), description: '' })));
  const takeChosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])]);
    // Otherwise the browser reports no change when the same file is chosen again after a failure.
    target.value = '';
  };
  return (
    <DropZone
      label={t('costs.upload')}
      onFiles={take}
      className={(isOver) =>
        `rounded-xl border-2 border-dashed p-5 transition-colors ${isOver ? 'border-accent bg-accent-subtle' : 'border-border bg-paper'}`
      }
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
      {failures.map(({ file, error }) => (
        <div key={file} className="mt-3">
          <p className="mb-1 text-dense font-medium wrap-anywhere">{t('costs.not-taken', { name: file })}</p>
          <ErrorAlert error={error} />
        </div>
      ))}
      <ReceiptAddressLine />
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED_TYPES}
        multiple
        hidden
        aria-label={t('costs.choose')}
        onChange={takeChosen}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('costs.photo')}
        onChange={takeChosen}
      />
    </DropZone>
  );
}
