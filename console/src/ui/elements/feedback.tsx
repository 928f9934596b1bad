import { CloudOff, Hourglass, LogIn, RotateCw, ServerCrash } from 'lucide-react';
import type { ReactNode } from 'react';
import { CallError, type Problem } from '../../api/call.ts';
import { useErrorText, useErrorTexts } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useIsSlow } from '../../lib/timers.ts';
import { Button, buttonClass } from './button.tsx';

const SLOW_MS = 3000;

/** Placeholder rows while data loads; screen readers hear it once, and again when it takes long. */
export function Skeleton({ rows = 6, onRetry }: { rows?: number; onRetry?(): void }) {
  const { t } = useTranslation();
  const long = useIsSlow(SLOW_MS);
  return (
    <div role="status" className="space-y-3 p-5">
      {long ? (
        <p className="flex flex-wrap items-center gap-2.5 text-muted">
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
          <div className="pulse h-4 w-1/6 rounded bg-border" />
          <div className="pulse h-4 flex-1 rounded bg-border" />
          <div className="pulse h-4 w-1/5 rounded bg-border" />
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  icon: ReactNode;
  title: string;
  description: string;
  children?: ReactNode;
}

/** There are no records yet, or none that match. */
export function EmptyState({ icon, title, description, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-2xl bg-accent-subtle text-accent">
        {icon}
      </div>
      <p className="text-base font-semibold tracking-tight">{title}</p>
      <p className="mt-1 max-w-sm text-muted">{description}</p>
      {children && <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

/** A failed read with its reason and a retry button. */
export function LoadError({ error, onRetry, busy }: { error: Error; onRetry(): void; busy?: boolean }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const offline = error instanceof CallError && error.outcome === 'offline';
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-2xl bg-danger-subtle text-danger">
        {offline ? <CloudOff size={22} aria-hidden /> : <ServerCrash size={22} aria-hidden />}
      </div>
      <p className="text-base font-semibold tracking-tight">
        {offline ? t('trouble.offline') : t('trouble.title')}
      </p>
      <p className="mt-1 max-w-sm text-muted">{errorText(error)}</p>
      <div className="mt-5">
        {isSignedOut(error) ? (
          <SignInLink />
        ) : (
          <Button icon={<RotateCw size={16} aria-hidden />} onClick={() => onRetry()} busy={busy ?? false}>
            {t('retry')}
          </Button>
        )}
      </div>
    </div>
  );
}

function isSignedOut(error: Error | Problem): boolean {
  return error instanceof CallError && error.outcome === 'signed-out';
}

/** A link to the sign-in page, which leads back here; drafts are restored then. */
export function SignInLink() {
  const { t } = useTranslation();
  const here = `/sign-in?next=${encodeURIComponent(window.location.pathname + window.location.search)}`;
  return (
    <a href={here} className={buttonClass()}>
      <LogIn size={16} aria-hidden />
      {t('sign-in')}
    </a>
  );
}

interface ErrorAlertProps {
  /** A failed call, or a refusal that a preview returned as data. */
  error: Error | Problem | null;
  /** For reads. A refusal by a rule is final, so it has no retry button. */
  onRetry?(): void;
  busy?: boolean;
}

/** The error of a write or a read, shown above its button. */
export function ErrorAlert({ error, onRetry, busy = false }: ErrorAlertProps) {
  const { t } = useTranslation();
  const errorTexts = useErrorTexts();
  if (!error) return null;
  const isFinal = !(error instanceof Error) || (error instanceof CallError && error.outcome === 'refused');
  return (
    <div role="alert" className="space-y-2.5 rounded-lg bg-danger-subtle px-3.5 py-2.5 text-danger">
      {errorTexts(error).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isSignedOut(error) ? (
        <SignInLink />
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
