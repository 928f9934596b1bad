import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Opens another invoice or credit note in the sheet that is open. */
export function InvoiceLink({ guid, children }: { guid: string; children: ReactNode }) {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, open: guid, ask: undefined })}
      className="font-medium text-accent underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  );
}
