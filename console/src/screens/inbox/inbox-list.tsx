import { Link } from '@tanstack/react-router';
import {
  AlertTriangle,
  Bot,
  Check,
  Clock,
  Coins,
  FileWarning,
  Gavel,
  HandCoins,
  MessageCircleQuestion,
  MessageCircleReply,
  PauseCircle,
  Play,
  Receipt,
  Send,
  Shuffle,
  Undo2,
  Unplug,
  UserRoundCheck,
} from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { translateCode } from '../../api/problem-text.ts';
import { useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Filters } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import type { Selection } from '../../lib/use-selection.ts';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { SelectRow } from '../../ui/lists/table.tsx';
import { RemindButton, RemindedText } from '../../ui/records/remind-button.tsx';

export type NeedRow = OutputOf<'get-needs'>['rows'][number];
type What = NeedRow['what'];

const I = { size: 17, 'aria-hidden': true } as const;
const SMALL = { size: 15, 'aria-hidden': true } as const;

const STYLES: Record<What, { icon: ReactNode; tone: string; to: string }> = {
  refused: { icon: <Undo2 {...I} />, tone: 'text-danger', to: '/' },
  proposal: { icon: <Bot {...I} />, tone: 'text-info', to: '/proposals' },
  question: { icon: <MessageCircleQuestion {...I} />, tone: 'text-warning', to: '/questions' },
  answer: { icon: <MessageCircleReply {...I} />, tone: 'text-info', to: '/questions' },
  payment: { icon: <AlertTriangle {...I} />, tone: 'text-danger', to: '/invoices' },
  surplus: { icon: <Coins {...I} />, tone: 'text-note', to: '/payments' },
  refund: { icon: <HandCoins {...I} />, tone: 'text-note', to: '/invoices' },
  claim: { icon: <Unplug {...I} />, tone: 'text-danger', to: '/invoices' },
  consent: { icon: <Unplug {...I} />, tone: 'text-warning', to: '/bank/accounts' },
  einvoice: { icon: <AlertTriangle {...I} />, tone: 'text-danger', to: '/invoices' },
  mail: { icon: <AlertTriangle {...I} />, tone: 'text-danger', to: '/invoices' },
  collection: { icon: <Gavel {...I} />, tone: 'text-danger', to: '/invoices' },
  overdue: { icon: <Clock {...I} />, tone: 'text-warning', to: '/invoices' },
  unread: { icon: <FileWarning {...I} />, tone: 'text-warning', to: '/costs' },
  cost: { icon: <Receipt {...I} />, tone: 'text-note', to: '/costs' },
  paused: { icon: <PauseCircle {...I} />, tone: 'text-warning', to: '/recurring' },
  unverified: { icon: <UserRoundCheck {...I} />, tone: 'text-info', to: '/customers' },
};

/** Records with a page of their own; the others open over their list. */
function hasOwnPage(what: What): boolean {
  return what === 'unverified' || what === 'proposal';
}

/** The lists of what a refused action was about, by words of its operation; the first that fits counts. */
const REFUSED_LISTS: readonly (readonly [word: string, to: string])[] = [
  ['quote', '/quotes'],
  ['draft', '/drafts'],
  ['order', '/orders'],
  ['recurring', '/recurring'],
  ['invoice', '/invoices'],
  ['payment', '/invoices'],
  ['credit', '/invoices'],
  ['cost', '/costs'],
  ['customer', '/customers'],
  ['task', '/tasks'],
  ['proposal', '/proposals'],
  ['webhook', '/webhooks'],
];

/** Where the record is seen: in its list, on a page of its own, or, after a refused action, in a search for its name. */
function linkOf({ what, guid, operation, number, name }: NeedRow): { to: string; search: Filters } {
  const { to } = STYLES[what];
  if (what === 'refused') {
    const list = REFUSED_LISTS.find(([word]) => operation.includes(word))?.[1] ?? to;
    const sought = number || name;
    return { to: list, search: sought && list !== to ? { q: sought } : {} };
  }
  return hasOwnPage(what) ? { to: `${to}/${guid}`, search: {} } : { to, search: { open: guid } };
}

/** What waits for a person. j and k move, Enter opens the record, e moves on to the button of the row. */
export function NeedsList({ rows, selection }: { rows: readonly NeedRow[]; selection?: Selection<NeedRow> }) {
  const list = useRef<HTMLUListElement>(null);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-need]') ?? [])];
  const move = (by: number) => {
    const all = links();
    const index = all.indexOf(document.activeElement as HTMLElement);
    all[Math.max(0, Math.min(all.length - 1, index + by))]?.focus();
  };
  const action = () =>
    document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-action]')?.focus();
  useShortcuts({ next: () => move(1), previous: () => move(-1), action });
  return (
    <ul ref={list} className="divide-y">
      {rows.map((row) => (
        <NeedItem key={`${row.what} ${row.guid}`} row={row}>
          {selection && isSettledInBulk(row) && (
            <SelectRow selection={selection} row={row} guid={row.guid} rows={rows} name={nameOfNeed(row)} />
          )}
        </NeedItem>
      ))}
    </ul>
  );
}

/** The kinds that an action on many is offered for. */
function isSettledInBulk({ what }: NeedRow): boolean {
  return ['overdue', 'collection', 'mail', 'einvoice', 'cost', 'unread'].includes(what);
}

/** Its reason is what was asked. */
function isQuestion({ what }: NeedRow): boolean {
  return what === 'question' || what === 'answer';
}

export function nameOfNeed({ number, name }: NeedRow): string {
  return number ? `#${number} · ${name}` : name;
}

function NeedItem({ row, children }: { row: NeedRow; children?: ReactNode }) {
  const { t, lang, tIfKnown } = useTranslation();
  const { icon, tone } = STYLES[row.what];
  const { to, search } = linkOf(row);
  const name = row.name || t(row.what === 'surplus' ? 'payment.of-several' : 'costs.unknown');
  const description = t(`inbox-item.${row.what}`, {
    what: tIfKnown(`intent.${row.operation}`) ?? '',
    reason: isQuestion(row) ? row.reason : (translateCode(row.reason, tIfKnown) ?? ''),
  }).trim();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3 hover:bg-sunken">
      {children}
      <span className={tone}>{icon}</span>
      <Link to={to} search={search} data-need className="min-w-0 flex-1 basis-48 rounded">
        <span className="block truncate font-medium">{row.number ? `#${row.number} · ${name}` : name}</span>
        <span className="block text-dense text-muted">
          {[description, formatDate(row.on, lang), row.person].filter(Boolean).join(' · ')}
          {row.reminded_at && (
            <>
              {' · '}
              <RemindedText at={row.reminded_at} />
            </>
          )}
        </span>
      </Link>
      {row.amount !== 0 && <span className="figure">{formatMoney(row.amount, row.currency, lang)}</span>}
      <NeedAction row={row} />
    </li>
  );
}

/** The one step that most often settles the matter. */
function NeedAction({ row }: { row: NeedRow }) {
  const { t } = useTranslation();
  const { what, guid } = row;
  if (what === 'overdue') return <RemindButton invoice={row} small />;
  if (what === 'paused')
    return (
      <WriteAction
        operation="resume-recurring-invoice"
        input={{ guid }}
        label={t('recurring.resume')}
        toast={t('done.resumed')}
        icon={<Play {...SMALL} />}
      />
    );
  if (what === 'refused')
    return (
      <WriteAction
        operation="dismiss-actions"
        input={{ guids: [guid] }}
        label={t('inbox-item.dismiss')}
        toast={t('done.dismissed')}
        icon={<Check {...SMALL} />}
      />
    );
  if (what === 'unverified')
    return (
      <WriteAction
        operation="confirm-customer"
        input={{ guid }}
        label={t('inbox-item.confirm')}
        toast={t('done.saved')}
        icon={<Check {...SMALL} />}
      />
    );
  const link = linkOf(row);
  const question = QUESTIONS[what];
  const isReviewed = what === 'cost' || what === 'unread' || what === 'proposal';
  return (
    <Link
      to={link.to}
      search={{ ...link.search, ...(question && { ask: question.ask }) }}
      data-action
      className={buttonClass('plain', true)}
    >
      {question?.icon}
      {t(question?.label ?? (isReviewed ? 'inbox-item.review' : 'inbox-item.open'))}
    </Link>
  );
}

interface NeedQuestion {
  /** The dialog over the record, by its name in the address. */
  ask: string;
  label: TextKey;
  icon: ReactNode;
}

const RESEND: NeedQuestion = { ask: 'resend', label: 'invoice.resend', icon: <Send {...SMALL} /> };

/** The dialogs in which matters are settled that need a choice. */
const QUESTIONS: Readonly<Partial<Record<What, NeedQuestion>>> = {
  mail: RESEND,
  einvoice: RESEND,
  surplus: { ask: 'allocate', label: 'payment.allocate', icon: <Shuffle {...SMALL} /> },
  refund: { ask: 'paid', label: 'payment.pay-back', icon: <HandCoins {...SMALL} /> },
};

interface WriteProps {
  operation: 'resume-recurring-invoice' | 'dismiss-actions' | 'confirm-customer';
  input: { guid?: string; guids?: string[] };
  label: string;
  toast: string;
  icon: ReactNode;
}

function WriteAction({ operation, input, label, toast, icon }: WriteProps) {
  const errorText = useErrorText();
  const write = useWrite(operation as 'confirm-customer');
  return (
    <>
      <Button
        small
        data-action
        icon={icon}
        busy={write.isPending}
        onClick={() => write.mutate(input, { onSuccess: () => showToast(toast) })}
      >
        {label}
      </Button>
      {write.error && (
        <p role="alert" className="w-full text-dense text-danger">
          {errorText(write.error)}
        </p>
      )}
    </>
  );
}
