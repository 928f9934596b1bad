import { cloneElement, lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { MenuProps } from './dropdown-menu.tsx';

const load = () => loadChunk(() => import('./dropdown-menu.tsx'));
const DropdownMenu = lazy(load);

/** A menu behind a button. Its code is loaded when the button is first pointed at or focused, and stays loaded. */
export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setWanted(true),
  });
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <DropdownMenu {...props} />
    </Suspense>
  );
}
