import { Plug, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKey } from '../../i18n/lang.ts';

export interface NavItem {
  to: string;
  textKey: TextKey;
  icon: ReactNode;
  /** Reached by `g` and this key. */
  key: string;
}

const I = { size: 18, strokeWidth: 1.9, 'aria-hidden': true } as const;

/** What works without a person; the menu of the settings leads there. */
export const AUTOMATION: readonly NavItem[] = [
  { to: '/apps', textKey: 'nav.apps', icon: <Plug {...I} />, key: 'f' },
  { to: '/webhooks', textKey: 'nav.webhooks', icon: <Webhook {...I} />, key: 'w' },
];
