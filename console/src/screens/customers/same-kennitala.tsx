import { useState } from 'react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { useRead } from '../../api/queries.ts';
import type { FoundCustomer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useDebounced } from '../../lib/timers.ts';
import { Button } from '../../ui/elements/button.tsx';
import { Check } from '../../ui/forms/field.tsx';

const DEBOUNCE_MS = 200;

/** The customer who has this kennitala already; a second one is created only if the person says so. */
export function useSameKennitala(typed: string, isNew: boolean) {
  const kennitala = typed.replace(/[\s-]/g, '');
  const search = useDebounced(kennitala, DEBOUNCE_MS);
  const isAsked = isNew && /^\d{10}$/.test(search);
  const { data, isPending } = useRead('find-customers', { search, limit: 20 }, { enabled: isAsked });
  const [isAllowed, setAllowed] = useState(false);
  const found = isAsked ? data?.rows.find((row) => row.registration_no === search) : undefined;
  const isComplete = isNew && /^\d{10}$/.test(kennitala);
  return { found, isAllowed, setAllowed, isChecking: isComplete && (kennitala !== search || isPending) };
}

interface Props {
  found: FoundCustomer;
  isAllowed: boolean;
  onAllow(isAllowed: boolean): void;
  onUse(customer: FoundCustomer): void;
}

/** Offers the customer who is there already in place of a second one. */
export function SameKennitala({ found, isAllowed, onAllow, onUse }: Props) {
  const { t } = useTranslation();
  const { name, registration_no, email } = found;
  return (
    <div role="alert" className="space-y-2 rounded-lg bg-warning-subtle px-3.5 py-2.5">
      <p className="text-warning">{t('customer.same-kennitala')}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-medium">{name}</span>
          <span className="text-dense text-muted">
            {[formatKennitala(registration_no), email].filter(Boolean).join(' · ')}
          </span>
        </span>
        <Button small onClick={() => onUse(found)}>
          {t('customer.use-same')}
        </Button>
      </div>
      <Check label={t('customer.make-another')} checked={isAllowed} onChange={onAllow} />
    </div>
  );
}
