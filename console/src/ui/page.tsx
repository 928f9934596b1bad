import type { ReactNode } from 'react';
import { useEffect } from 'react';

interface Props {
  title: string;
  description?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
  narrow?: boolean;
  /** False where what is printed has a title of its own. */
  isTitlePrinted?: boolean;
}

/** A screen: its title, its actions, and its content. */
export function Page({
  title,
  description,
  actions,
  children,
  narrow = false,
  isTitlePrinted = true,
}: Props) {
  useEffect(() => {
    document.title = `${title} · Kvitt`;
  }, [title]);
  return (
    <div
      className={`mx-auto w-full px-4 pt-6 pb-28 sm:px-7 md:pb-12 print:p-0 ${narrow ? 'max-w-5xl' : 'max-w-7xl'}`}
    >
      <div
        className={`mb-5 flex flex-wrap items-start gap-x-4 gap-y-3 ${isTitlePrinted ? '' : 'print:hidden'}`}
      >
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="text-title leading-tight font-semibold tracking-tight text-pretty wrap-anywhere">
            {title}
          </h1>
          {description && <p className="mt-1 text-muted">{description}</p>}
        </div>
        {actions && <div className="no-print flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

export function Card({
  title,
  actions,
  children,
  flush = false,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
}) {
  return (
    <section className="min-w-0 rounded-xl border bg-paper shadow-card print:border-0 print:shadow-none">
      {title && (
        <div className="flex min-h-12 items-center gap-3 border-b px-5 py-2.5 print:border-b-0">
          <h2 className="flex-1 font-semibold tracking-tight print:text-title">{title}</h2>
          {actions}
        </div>
      )}
      <div className={flush ? '' : 'p-5'}>{children}</div>
    </section>
  );
}

/** A list of names and values. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode] | null)[] }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className="contents">
              <dt className="text-muted">{row[0]}</dt>
              <dd className="min-w-0">{row[1] || '–'}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
