import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import { IconButton } from '../elements/button.tsx';

interface Props {
  page: number;
  pageSize: number;
  count: number;
  /** The total is unknown: there may be more. */
  isOpen?: boolean;
  onPage(page: number): void;
}

/** The page of a list, and buttons to the page before and after. */
export function Pager({ page, pageSize, count, isOpen = false, onPage }: Props) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(count / pageSize));
  if (pages === 1 && page === 1) return null;
  return (
    <nav
      aria-label={t('pager.label')}
      className="no-print flex items-center justify-end gap-1 border-t px-4 py-2 text-muted"
    >
      <span className="figure mr-2">
        {isOpen
          ? t('pager.open', { from: (page - 1) * pageSize + 1, to: page * pageSize })
          : t('pager.of', { from: (page - 1) * pageSize + 1, to: Math.min(count, page * pageSize), count })}
      </span>
      <IconButton
        label={t('pager.back')}
        icon={<ChevronLeft size={18} />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        label={t('pager.on')}
        icon={<ChevronRight size={18} />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
