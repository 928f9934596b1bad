import { CloudOff, Hourglass, LogIn, RotateCw, ServerCrash } from 'lucide-react';
import type { ReactNode } from 'react';
import { CallError } from '../api/call.ts';
import { useProblem } from '../api/problem.ts';
import { useLong } from '../lib/keep.ts';
import { useWords } from '../words/words.tsx';
import { Button, buttonClass } from './button.tsx';

const LONG_MS = 3000;

/** Grey bars where text will be; said once to who hears the page, and once more when it takes long. */
export function Skeleton({ rows = 6, onRetry }: { rows?: number; onRetry?(): void }) {
  const { t } = useWords();
  const long = useLong(LONG_MS);
  return (
    <div role="status" className="space-y-3 p-5">
      {long ? (
        <p className="flex flex-wrap items-center gap-2.5 text-soft">
          <Hourglass size={16} aria-hidden />
          {t('trouble.slow')}
          {onRetry && (
            <Button small icon={<RotateCw size={14} aria-hidden />} onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
        </p>
      ) : (
        <span className="sr-only">{t('loading')}</span>
      )}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={row} className="flex gap-4">
          <div className="breathe h-4 w-1/6 rounded bg-line" />
          <div className="breathe h-4 flex-1 rounded bg-line" />
          <div className="breathe h-4 w-1/5 rounded bg-line" />
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  icon: ReactNode;
  title: string;
  about: string;
  children?: ReactNode;
}

/** There is nothing yet, or nothing that matches. */
export function Empty({ icon, title, about, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-2xl bg-wash text-accent">
        {icon}
      </div>
      <p className="text-base font-semibold tracking-tight">{title}</p>
      <p className="mt-1 max-w-sm text-soft">{about}</p>
      {children && <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

/** A read that did not come: what is the matter, and a way to try again. */
export function Trouble({ error, onRetry, busy }: { error: Error; onRetry(): void; busy?: boolean }) {
  const { t } = useWords();
  const say = useProblem();
  const offline = error instanceof CallError && error.outcome === 'offline';
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-2xl bg-bad-wash text-bad">
        {offline ? <CloudOff size={22} aria-hidden /> : <ServerCrash size={22} aria-hidden />}
      </div>
      <p className="text-base font-semibold tracking-tight">
        {offline ? t('trouble.offline') : t('trouble.title')}
      </p>
      <p className="mt-1 max-w-sm text-soft">{say(error)}</p>
      <div className="mt-5">
        {isSignedOut(error) ? (
          <SignIn />
        ) : (
          <Button icon={<RotateCw size={16} aria-hidden />} onClick={() => onRetry()} busy={busy ?? false}>
            {t('retry')}
          </Button>
        )}
      </div>
    </div>
  );
}

function isSignedOut(error: Error): boolean {
  return error instanceof CallError && error.outcome === 'signed-out';
}

/** To the page where one signs in, and back here to what was typed. */
export function SignIn() {
  const { t } = useWords();
  const here = `/sign-in?next=${encodeURIComponent(window.location.pathname + window.location.search)}`;
  return (
    <a href={here} className={buttonClass()}>
      <LogIn size={16} aria-hidden />
      {t('sign-in')}
    </a>
  );
}

interface RefusalProps {
  error: Error | null;
  /** Where asking again may help: what a rule refuses, it refuses again. */
  onRetry?(): void;
  busy?: boolean;
}

/** What was refused or did not come, above the button that it belongs to. */
export function Refusal({ error, onRetry, busy = false }: RefusalProps) {
  const { t } = useWords();
  const say = useProblem();
  if (!error) return null;
  const isFinal = error instanceof CallError && error.outcome === 'refused';
  return (
    <div role="alert" className="space-y-2.5 rounded-lg bg-bad-wash px-3.5 py-2.5 text-bad">
      <p>{say(error)}</p>
      {isSignedOut(error) ? (
        <SignIn />
      ) : (
        onRetry &&
        !isFinal && (
          <Button icon={<RotateCw size={16} aria-hidden />} onClick={onRetry} busy={busy}>
            {t('retry')}
          </Button>
        )
      )}
    </div>
  );
}
