import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { missingSellerDetails, type SellerNeed } from '../../../../src/domain/invoices/seller-needs.ts';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';

interface InvoiceTraits {
  hasVat: boolean;
  isPaidByTransfer: boolean;
}

/** What the company's own details lack for an invoice; empty while they are loading. */
export function useSellerNeeds(traits: InvoiceTraits): readonly SellerNeed[] {
  const { data } = useRead('show-account', {});
  return data ? missingSellerDetails(data, traits) : [];
}

/** Where each detail is entered. */
export const SELLER_DETAIL_LINKS = {
  vat_no: { to: '/settings/company', search: { field: 'vat_no' } },
  address: { to: '/settings/company', search: { field: 'address' } },
  bank_account: { to: '/settings/bank', search: { field: 'bank_account' } },
} satisfies Record<SellerNeed, object>;

/** A warning that names what the invoice lacks, with links to where it is entered. */
export function SellerNeeds({ needs }: { needs: readonly SellerNeed[] }) {
  const { t } = useTranslation();
  if (needs.length === 0) return null;
  return (
    <div role="note" className="space-y-1.5 rounded-lg bg-warning-subtle px-3.5 py-2.5 text-warning">
      <p className="flex gap-2 font-medium">
        <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
        {t('needs-seller.title')}
      </p>
      <ul className="list-disc space-y-1 pl-6">
        {needs.map((need) => (
          <li key={need}>
            <Link
              to={SELLER_DETAIL_LINKS[need].to}
              search={SELLER_DETAIL_LINKS[need].search}
              resetScroll={false}
              className="underline underline-offset-2"
            >
              {t(`needs-seller.${need}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
