import type { ReactNode } from 'react';
import { useEffect } from 'react';

interface Props {
  title: string;
  description?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
  /** Leads to the list that the record is of. */
  back?: ReactNode;
  /** False where what is printed has a title of its own. */
  isTitlePrinted?: boolean;
}

/** A screen: its title, its actions, and its content. */
export function Page({ title, description, actions, children, back, isTitlePrinted = true }: Props) {
  useEffect(() => {
    document.title = `${title} · Kvitt`;
  }, [title]);
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-6 pb-28 sm:px-7 md:pb-12 print:p-0">
      {back && <div className="no-print mb-2">{back}</div>}
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

interface FactsProps {
  rows: readonly (readonly [string, ReactNode] | null)[];
  /** Each value below its name, for a narrow column. */
  isStacked?: boolean;
}

/** A list of names and values. */
export function Facts({ rows, isStacked = false }: FactsProps) {
  return (
    <dl className={isStacked ? 'grid gap-y-2.5' : 'grid grid-cols-[fit-content(40%)_1fr] gap-x-6 gap-y-2'}>
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className={isStacked ? '' : 'contents'}>
              <dt className={isStacked ? 'text-dense text-muted' : 'text-muted'}>{row[0]}</dt>
              <dd className="min-w-0">{row[1] || '–'}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
