import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Filters } from './filters.ts';

/** A ref for a field that a link may name as `?field=`: the field is then focused and scrolled into view. */
export function useLinkTarget(name: string): (element: HTMLElement | null) => void {
  const { field } = useSearch({ strict: false }) as Filters;
  return useCallback(
    (element) => {
      if (!element || field !== name) return;
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: 'center' });
    },
    [field, name],
  );
}
