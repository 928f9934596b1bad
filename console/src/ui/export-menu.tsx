import { Download } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../api/error-text.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { csv } from '../lib/csv.ts';
import { saveFile } from '../lib/save-file.ts';
import { type Cell, xlsx } from '../lib/xlsx.ts';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';
import { showToast } from './toast.tsx';

interface Props {
  /** The name of the file, without its ending. */
  name: string;
  title: string;
  /** The table with its headings, loaded when it is asked for. */
  load(): Promise<readonly (readonly Cell[])[]>;
}

/** Saves a list or a report as CSV or for Excel. */
export function ExportMenu({ name, title, load }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const save = async (kind: 'csv' | 'xlsx') => {
    setBusy(true);
    try {
      const rows = await load();
      saveFile(`kvitt-${name}.${kind}`, kind === 'csv' ? csv(rows) : xlsx(title, rows));
    } catch (error) {
      showToast(errorText(error as Error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      trigger={
        <Button small busy={busy} icon={<Download size={15} aria-hidden />}>
          {t('export')}
        </Button>
      }
      choices={[
        { label: t('export.xlsx'), onSelect: () => void save('xlsx') },
        { label: t('export.csv'), onSelect: () => void save('csv') },
      ]}
    />
  );
}
