import { BadgeCheck } from 'lucide-react';
import { useTranslation } from '../../i18n/translation.tsx';
import { Badge } from '../../ui/elements/badge.tsx';

interface Option {
  title: string;
  why: string;
  isSure: boolean;
}

interface Props {
  options: readonly Option[];
  chosen: number;
  onChoose(index: number): void;
}

/** What a line may be, the best first, each with the digit that chooses it. */
export function ProposalList({ options, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <ul className="mt-3 grid gap-1.5">
      {options.map(({ title, why, isSure }, index) => (
        <li key={`${title} ${why}`}>
          <button
            type="button"
            tabIndex={-1}
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
            className={`flex w-full items-start gap-3 rounded-lg border px-3 py-2 text-left ${index === chosen ? 'border-accent bg-paper shadow-card' : 'border-transparent hover:bg-paper'}`}
          >
            <kbd className="mt-0.5 rounded-md border bg-sunken px-1.5 font-sans text-xs">{index + 1}</kbd>
            <span className="min-w-0 flex-1">
              <span className={`block wrap-anywhere ${index === chosen ? 'font-semibold' : ''}`}>
                {title}
              </span>
              <span className="block text-dense text-muted wrap-anywhere">{why}</span>
            </span>
            {isSure && (
              <Badge tone="success" icon={<BadgeCheck size={13} strokeWidth={2.25} aria-hidden />}>
                {t('bank.sure')}
              </Badge>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
