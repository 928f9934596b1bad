import { useTranslation } from '../i18n/translation.tsx';
import { MOD } from '../lib/platform.ts';
import { SHORTCUTS } from '../lib/shortcuts.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { NAV_ITEMS } from './nav.tsx';

export function Help({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t('help.title')} isTextOnly>
      <Shortcuts />
    </Dialog>
  );
}

/** The keys of a shortcut as people read them. */
function keysOf(name: keyof typeof SHORTCUTS): string {
  return SHORTCUTS[name].keys.replace(/^mod\+(.)/, (_, first: string) => `${MOD} ${first.toUpperCase()}`);
}

/** Mounted with the dialog: its texts are not among those that the first screen waits for. */
function Shortcuts() {
  const { t } = useTranslation();
  const keys: [string, string][] = [
    [keysOf('palette'), t('help.palette')],
    [keysOf('undo'), t('help.undo')],
    [keysOf('submit'), t('help.submit')],
    [keysOf('search'), t('help.search')],
    [keysOf('create'), t('help.make')],
    [`${keysOf('next')} ${keysOf('previous')}`, t('help.move')],
    [keysOf('select'), t('help.select')],
    [keysOf('action'), t('help.action')],
    ['Enter', t('help.open')],
    ['Esc', t('help.close')],
    [keysOf('help'), t('help.title')],
  ];
  const decisions: [string, string][] = [
    [keysOf('submit'), t('proposals.approve')],
    [keysOf('decline'), t('proposals.decline')],
  ];
  const desk: [string, string][] = [
    [
      `${keysOf('up')} ${keysOf('down')}`.replaceAll('ArrowUp', '↑').replaceAll('ArrowDown', '↓'),
      t('help.lines'),
    ],
    ['1–9', t('help.choose')],
    ['Enter', t('help.book')],
    [keysOf('find'), t('help.find')],
    [keysOf('ignore'), t('help.ignore')],
  ];
  return (
    <>
      <Keys rows={keys} />
      <h3 className="mt-5 mb-2 font-semibold">{t('nav.bank')}</h3>
      <Keys rows={desk} />
      <h3 className="mt-5 mb-2 font-semibold">{t('nav.proposals')}</h3>
      <Keys rows={decisions} />
      <h3 className="mt-5 mb-2 font-semibold">{t('palette.go')}</h3>
      <Keys rows={NAV_ITEMS.map(({ key, textKey }) => [`${keysOf('jump')} ${key}`, t(textKey)])} />
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
