import { lazy, Suspense, useState } from 'react';
import { useRead } from '../api/queries.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { PICKER_CLASS, PickerFace } from './picker-face.tsx';

const load = () => loadChunk(() => import('./record-pickers.tsx'));
const CustomerPicker = lazy(async () => ({ default: (await load()).CustomerPicker }));

interface Props {
  guid: string | undefined;
  onChoose(guid: string): void;
}

/**
 * The customer that a list is filtered by. The address holds only its guid, so the name is loaded. The picker is
 * loaded when the filter is first used, because a list must appear fast.
 */
export function CustomerFilter({ guid, onChoose }: Props) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  const { data } = useRead('get-customer', { guid: guid ?? '' }, { enabled: guid !== undefined });
  const chosen = guid ? (data?.name ?? '…') : '';
  const closed = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
      aria-label={`${t('field.customer')}: ${chosen || t('editor.choose-customer')}`}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
      className={PICKER_CLASS}
    >
      <PickerFace chosen={chosen} placeholder={t('editor.choose-customer')} />
    </button>
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <CustomerPicker chosen={chosen} startsOpen onChoose={(customer) => onChoose(customer.guid)} />
    </Suspense>
  );
}
