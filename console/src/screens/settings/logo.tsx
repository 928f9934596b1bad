import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import { useUpload } from '../../api/use-upload.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useLinkTarget } from '../../lib/link-target.ts';
import { Button } from '../../ui/elements/button.tsx';
import { DropZone } from '../../ui/elements/drop-zone.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';

const I = { size: 16, 'aria-hidden': true } as const;

/** The company's logo, chosen or dropped. The server validates the picture. */
export function Logo({ name }: { name: string }) {
  const { t } = useTranslation();
  const { data } = useRead('get-logo', {});
  const remove = useWrite('remove-logo');
  const button = useLinkTarget('logo');
  const chooser = useRef<HTMLInputElement>(null);
  const { send, busy, error } = useUpload('set-logo', () => showToast(t('done.saved')));
  const take = (files: readonly File[]) => void send(files.slice(0, 1).map((file) => ({ file })));
  const logo = data?.logo;
  return (
    <Card title={t('logo.title')}>
      <p className="mb-4 text-muted">{t('logo.about')}</p>
      <DropZone
        label={t('logo.title')}
        onFiles={take}
        className={(isOver) =>
          `flex min-h-32 items-center justify-center rounded-xl border-2 border-dashed bg-clip-padding p-5 transition-colors ${isOver ? 'border-accent bg-accent-subtle' : 'border-border'} ${logo ? 'bg-white' : 'bg-sunken'}`
        }
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
      </DropZone>
      <div className="mt-4 space-y-3">
        <ErrorAlert error={error ?? remove.error} />
        <div className="flex flex-wrap gap-2">
          <Button ref={button} icon={<ImageUp {...I} />} busy={busy} onClick={() => chooser.current?.click()}>
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
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </Card>
  );
}
