import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

export const SEARCH_INPUT_CLASS = 'h-13 w-full bg-transparent text-base outline-none placeholder:text-muted';

export function SearchRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b px-4">
      <Search size={18} className="text-muted" aria-hidden />
      {children}
    </div>
  );
}
