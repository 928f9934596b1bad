import type { PointerEvent } from 'react';

/**
 * For `onPointerDown` of a row in a list of found records. An answer that arrives while the button is held down moves the
 * rows; the click is then for the one that was pressed and not lost between two of them.
 */
export function holdPointer({ currentTarget, pointerId }: PointerEvent): void {
  currentTarget.setPointerCapture(pointerId);
}
