import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { Input } from '../forms/field.tsx';

const load = () => loadChunk(() => import('../forms/record-pickers.tsx'));
const CustomerPicker = lazy(async () => ({ default: (await load()).CustomerPicker }));

interface Props {
  guid: string | undefined;
  onChoose(guid: string): void;
}

/**
 * The customer that a list is filtered by. The address holds only its guid, so the name is loaded. The picker is
 * loaded when the filter is first used, because a list must appear fast; what is typed until then is its first search.
 */
export function CustomerFilter({ guid, onChoose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const { data } = useRead('get-customer', { guid: guid ?? '' }, { enabled: guid !== undefined });
  const chosen = guid ? (data?.name ?? '…') : '';
  const closed = (
    <Input
      role="combobox"
      aria-label={t('field.customer')}
      aria-expanded={false}
      placeholder={t('editor.choose-customer')}
      value={typed ?? chosen}
      autoFocus={typed !== null}
      onPointerEnter={() => void load()}
      onFocus={({ target }) => {
        target.select();
        void load();
      }}
      onClick={() => setTyped('')}
      onKeyDown={({ key }) => /^(Enter|Arrow(Down|Up))$/.test(key) && setTyped('')}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
  if (typed === null) return closed;
  return (
    <Suspense fallback={closed}>
      <CustomerPicker
        chosen={chosen}
        autoFocus
        startsWith={typed}
        onChoose={(customer) => onChoose(customer.guid)}
      />
    </Suspense>
  );
}
