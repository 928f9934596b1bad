import { useEffect, useRef } from 'react';
import type { Place } from './review-values.ts';

/** How far the mark reaches beyond the letters, as a fraction of the picture. */
const MARGIN = 0.006;
const percent = (fraction: number) => `${fraction * 100}%`;

/**
 * Marks a place on the picture that it is rendered over. Without a place it is hidden but stays in the DOM: when a node
 * is removed while the focus moves from one field to the next, the focus scope of the dialog takes the focus back.
 */
export function PlaceMark({ place }: { place: Place | null }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place) mark.current?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  return (
    <div
      ref={mark}
      data-place={place ? '' : undefined}
      hidden={!place}
      aria-hidden
      className="pointer-events-none absolute rounded border-2 border-accent bg-accent/20 mix-blend-multiply"
      style={place ? boundsOf(place) : undefined}
    />
  );
}

function boundsOf({ x0, y0, x1, y1 }: Place) {
  return {
    left: percent(x0 - MARGIN),
    top: percent(y0 - MARGIN),
    width: percent(x1 - x0 + 2 * MARGIN),
    height: percent(y1 - y0 + 2 * MARGIN),
  };
}
