import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Filters } from '../../lib/filters.ts';

/** Opens another invoice or credit note in the sheet that is open. */
export function InvoiceLink({ guid, children }: { guid: string; children: ReactNode }) {
  return (
    <Link
      to="."
      search={((before: Filters) => ({ ...before, open: guid, ask: undefined })) as never}
      className="font-medium text-accent underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  );
}
