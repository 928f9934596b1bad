import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { loadChunk } from '../../lib/load-chunk.ts';
import type { MenuProps } from './dropdown-menu.tsx';

const load = () => loadChunk(() => import('./dropdown-menu.tsx'));
const DropdownMenu = lazy(load);

/** A menu behind a button. Its code is loaded when the button is first pointed at or focused, and stays loaded. */
export function Menu(props: MenuProps) {
  return (
    <LazyMenu trigger={props.trigger} load={load}>
      {() => <DropdownMenu {...props} />}
    </LazyMenu>
  );
}

interface LazyMenuProps {
  trigger: MenuProps['trigger'];
  load(): Promise<unknown>;
  /** The menu, by a component that `load` loads. */
  children(trigger: ReactElement<object>): ReactNode;
}

/** The button of a menu that has choices of its own to load. */
export function LazyMenu({ trigger, load: loadMenu, children }: LazyMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void loadMenu(),
    onFocus: () => void loadMenu(),
    onClick: () => setWanted(true),
  });
  if (!isWanted) return closed;
  return <Suspense fallback={closed}>{children(trigger)}</Suspense>;
}
