import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { upload } from '../../api/call.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Button, IconButton } from '../../ui/elements/button.tsx';
import { DropZone } from '../../ui/elements/drop-zone.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import type { EditorFieldsProps } from './editor-fields.tsx';
import { FileLink } from './file-link.tsx';

/** Files that go with the document. They are uploaded at once and attached when it is saved. */
export function Attachments({ form: { fields, set } }: EditorFieldsProps) {
  const { t, lang } = useTranslation();
  const chooser = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const files = fields.files ?? [];
  const add = async (chosen: readonly File[]) => {
    setBusy(true);
    setError(null);
    const added = [...files];
    try {
      for (const file of chosen) {
        const { guid } = await upload('upload-file', { file }, crypto.randomUUID());
        added.push({ id: guid, name: file.name, size: file.size });
      }
    } catch (failed) {
      setError(failed as Error);
    } finally {
      set({ files: added });
      setBusy(false);
    }
  };
  return (
    <DropZone
      label={t('files')}
      onFiles={(chosen) => void add(chosen)}
      className={(isOver) =>
        `rounded-xl border bg-paper px-5 py-3.5 shadow-card ${isOver ? 'border-accent bg-accent-subtle' : ''}`
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="flex-1 font-semibold tracking-tight">{t('files')}</h2>
        <Button
          small
          busy={busy}
          icon={<Paperclip size={15} aria-hidden />}
          onClick={() => chooser.current?.click()}
        >
          {t('files.add')}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={t('files.add')}
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </div>
      <ul className="divide-y empty:hidden">
        {files.map((file) => (
          <li key={file.id} className="flex items-center gap-2 py-1.5">
            <span className="min-w-0 flex-1">
              <FileLink file={file} />
            </span>
            <span className="figure text-dense text-muted">
              {formatNumber(Math.max(1, Math.round(file.size / 1024)), lang)} kB
            </span>
            <IconButton
              label={t('files.remove', { name: file.name })}
              icon={<X size={16} />}
              onClick={() => set({ files: files.filter(({ id }) => id !== file.id) })}
            />
          </li>
        ))}
      </ul>
      <ErrorAlert error={error} />
    </DropZone>
  );
}
