import { isCompany } from '../../../../src/domain/values/kennitala.ts';
import { useSettledRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../../ui/elements/button.tsx';

interface NameAndAddress {
  name: string;
  address: string;
  zip: string;
  city: string;
}

interface Props {
  /** As it was typed. */
  typed: string;
  known: NameAndAddress;
  onUse(company: NameAndAddress): void;
}

/** Offers name and address of the company as the register has them, where the form has something else. */
export function RegisteredCompany({ typed, known, onUse }: Props) {
  const { t } = useTranslation();
  const kennitala = typed.replace(/[\s-]/g, '');
  const isAsked = /^\d{10}$/.test(kennitala) && isCompany(kennitala);
  const { data, isSettled } = useSettledRead('get-registered-company', { kennitala }, { enabled: isAsked });
  if (!isAsked || !isSettled || data?.kennitala !== kennitala) return null;
  const { name, address, zip, city } = data;
  const addressLine = [address, `${zip} ${city}`.trim()].filter(Boolean).join(', ');
  const registered = addressLine === '' ? { ...known, name } : { name, address, zip, city };
  const isSame = Object.entries(registered).every(
    ([field, value]) => known[field as keyof NameAndAddress] === value,
  );
  if (isSame) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-3.5 py-2.5 sm:col-span-2"
    >
      <span className="min-w-0 wrap-anywhere">
        <span className="block text-dense text-muted">{t('customer.registered')}</span>
        <span className="block font-medium">{name}</span>
        <span className="text-dense text-muted">{addressLine}</span>
      </span>
      <Button small onClick={() => onUse(registered)}>
        {t('customer.use-registered')}
      </Button>
    </div>
  );
}
