import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { IconButton } from '../elements/button.tsx';
import type { MenuProps } from '../elements/dropdown-menu.tsx';
import { Menu } from '../elements/menu.tsx';

interface Props {
  name: ReactNode;
  details?: readonly string[];
  /** Its states, and what can be done with it; on a phone they stand below the name. */
  children: ReactNode;
}

/** A record in the list of a card. */
export function RecordRow({ name, details = [], children }: Props) {
  const about = details.filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-center gap-3 px-5 py-3.5">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {about && <p className="text-dense text-muted wrap-anywhere">{about}</p>}
      </div>
      {children}
    </li>
  );
}

/** What is seldom done with a record, behind a button that names it. */
export function MoreMenu({ of, choices }: { of: string; choices: MenuProps['choices'] }) {
  const { t } = useTranslation();
  return (
    <Menu
      align="end"
      trigger={<IconButton label={`${t('more')}: ${of}`} icon={<Ellipsis size={18} />} />}
      choices={choices}
    />
  );
}
