import type { CSSProperties } from 'react';

interface Props {
  text: string;
  className?: string;
}

/** A large figure of a card: one that is too long for its card, as billions on a phone are, is written smaller. */
export function FittedFigure({ text, className = '' }: Props) {
  return (
    <span className={`@container block pt-1 ${className}`}>
      <span
        className="figure fitted-figure block font-semibold tracking-tight"
        style={{ '--letters': text.length } as CSSProperties}
      >
        {text}
      </span>
    </span>
  );
}
