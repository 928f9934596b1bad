import {
  ArrowDownLeft,
  ArrowUpRight,
  Ban,
  BookCheck,
  CheckCircle2,
  CircleDashed,
  Clock,
  Coins,
  FileInput,
  FileMinus2,
  Gavel,
  Inbox,
  PauseCircle,
  PlayCircle,
  ScanText,
  Send,
  Square,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';

type Tone = 'plain' | 'info' | 'success' | 'warning' | 'danger' | 'note';

const TONES: Record<Tone, string> = {
  plain: 'bg-sunken text-muted',
  info: 'bg-info-subtle text-info',
  success: 'bg-accent-subtle text-accent',
  warning: 'bg-warning-subtle text-warning',
  danger: 'bg-danger-subtle text-danger',
  note: 'bg-note-subtle text-note',
};

export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {icon}
      {children}
    </span>
  );
}

const I = { size: 13, strokeWidth: 2.25, 'aria-hidden': true } as const;

/** Each state has an icon besides its colour, for people who cannot tell colours apart. */
const STATE_STYLES: Record<string, { tone: Tone; icon: ReactNode }> = {
  draft: { tone: 'plain', icon: <CircleDashed {...I} /> },
  open: { tone: 'info', icon: <Send {...I} /> },
  overdue: { tone: 'warning', icon: <Clock {...I} /> },
  collection: { tone: 'danger', icon: <Gavel {...I} /> },
  paid: { tone: 'success', icon: <CheckCircle2 {...I} /> },
  credit: { tone: 'note', icon: <FileMinus2 {...I} /> },
  cancelled: { tone: 'plain', icon: <Ban {...I} /> },
  imported: { tone: 'plain', icon: <FileInput {...I} /> },
  written_off: { tone: 'plain', icon: <Ban {...I} /> },
  'payment-in': { tone: 'success', icon: <ArrowDownLeft {...I} /> },
  'payment-out': { tone: 'note', icon: <ArrowUpRight {...I} /> },
  'payment-credit': { tone: 'info', icon: <Coins {...I} /> },
  'payment-reversed': { tone: 'plain', icon: <Undo2 {...I} /> },
  'document-open': { tone: 'plain', icon: <CircleDashed {...I} /> },
  'document-declined': { tone: 'danger', icon: <Ban {...I} /> },
  'document-expired': { tone: 'warning', icon: <Clock {...I} /> },
  'document-accepted': { tone: 'success', icon: <CheckCircle2 {...I} /> },
  'document-invoiced': { tone: 'success', icon: <CheckCircle2 {...I} /> },
  active: { tone: 'success', icon: <PlayCircle {...I} /> },
  paused: { tone: 'warning', icon: <PauseCircle {...I} /> },
  stopped: { tone: 'plain', icon: <Square {...I} /> },
  'cost-New': { tone: 'warning', icon: <Inbox {...I} /> },
  'cost-Reading': { tone: 'info', icon: <ScanText {...I} /> },
  'cost-Created': { tone: 'success', icon: <CheckCircle2 {...I} /> },
  'cost-Posted': { tone: 'plain', icon: <BookCheck {...I} /> },
  'cost-Skipped': { tone: 'plain', icon: <Ban {...I} /> },
  'cost-Error': { tone: 'danger', icon: <TriangleAlert {...I} /> },
  'task-open': { tone: 'info', icon: <CircleDashed {...I} /> },
  'task-running': { tone: 'success', icon: <PlayCircle {...I} /> },
  'task-closed': { tone: 'plain', icon: <Square {...I} /> },
  'task-invoiced': { tone: 'success', icon: <CheckCircle2 {...I} /> },
  finished: { tone: 'plain', icon: <CheckCircle2 {...I} /> },
};

/** The badge of a state of STATE_STYLES. */
export function StateBadge({ state, children }: { state: string; children: ReactNode }) {
  const style = STATE_STYLES[state];
  return (
    <Badge tone={style?.tone ?? 'plain'} icon={style?.icon}>
      {children}
    </Badge>
  );
}
