import { useTranslation } from '../i18n/translation.tsx';
import { isMac } from '../lib/platform.ts';
import { Dialog } from '../ui/dialog.tsx';
import { NAV_ITEMS } from './nav.tsx';

export function Help({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t('help.title')} isTextOnly>
      <Shortcuts />
    </Dialog>
  );
}

/** Mounted with the dialog: its texts are not among those that the first screen waits for. */
function Shortcuts() {
  const { t } = useTranslation();
  const keys: [string, string][] = [
    [isMac ? '⌘ K' : 'Ctrl K', t('help.palette')],
    [isMac ? '⌘ Z' : 'Ctrl Z', t('help.undo')],
    ['/', t('help.search')],
    ['c', t('help.make')],
    ['j  k', t('help.move')],
    ['Enter', t('help.open')],
    ['Esc', t('help.close')],
    ['?', t('help.title')],
  ];
  const decisions: [string, string][] = [
    ['a', t('proposals.approve')],
    ['d', t('proposals.decline')],
    ['⇧ D', t('proposals.decline-with-reason')],
    ['r', t('proposals.raise')],
  ];
  return (
    <>
      <Keys rows={keys} />
      <h3 className="mt-5 mb-2 font-semibold">{t('nav.proposals')}</h3>
      <Keys rows={decisions} />
      <h3 className="mt-5 mb-2 font-semibold">{t('palette.go')}</h3>
      <Keys rows={NAV_ITEMS.map(({ key, textKey }) => [`g  ${key}`, t(textKey)])} />
    </>
  );
}

function Keys({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid grid-cols-[7rem_1fr] gap-y-2">
      {rows.map(([keys, description]) => (
        <div key={keys} className="contents">
          <dt className="flex gap-1">
            {keys.split(/\s+/).map((key) => (
              <kbd key={key} className="rounded-md border bg-sunken px-2 py-0.5 font-sans text-xs">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
