import type { getDocumentProxy } from 'unpdf';
import type { TextPiece } from '../../domain/receipts/layout.ts';
import { boundsOf } from './word-boxes.ts';

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

interface TextItem {
  str: string;
  /** The text matrix: the directions of the line and of the letters, and where the text begins. */
  transform: number[];
  width: number;
  height: number;
}

interface PlacedPiece {
  piece: TextPiece;
  /** The direction in which the text runs on the page as it is shown: clockwise from left to right, in quarter turns. */
  quarterTurns: number;
}

/** The text and the rectangle that it covers on the page as it is shown. */
export function placePiece(page: PdfPage, { str, transform, width, height }: TextItem): PlacedPiece {
  const viewport = page.getViewport({ scale: 1 });
  const [a = 1, b = 0, c = 0, d = 1, left = 0, bottom = 0] = transform;
  const along = scaleTo(width, [a, b]);
  const up = scaleTo(Math.max(height, 1), [c, d]);
  // Uses the viewport, because pages may be rotated and their origin need not be zero.
  const show = (alongs: number, ups: number) =>
    viewport.convertToViewportPoint(
      left + alongs * along[0] + ups * up[0],
      bottom + alongs * along[1] + ups * up[1],
    ) as [number, number];
  const corners = [show(0, 0), show(1, 0), show(0, 1), show(1, 1)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [y0, y1] = [Math.min(...ys), Math.max(...ys)];
  const box = {
    page: page.pageNumber,
    ...boundsOf(corners.map(([x, y]) => [x / viewport.width, y / viewport.height] as const)),
  };
  return { piece: { text: str, x0, x1, y0, y1, confidence: 1, box }, quarterTurns: turnsOf(show) };
}

function turnsOf(show: (alongs: number, ups: number) => [number, number]): number {
  const [[x0, y0], [x1, y1]] = [show(0, 0), show(1, 0)];
  return (Math.round(Math.atan2(y1 - y0, x1 - x0) / (Math.PI / 2)) + 4) % 4;
}

function scaleTo(length: number, [x, y]: [number, number]): [number, number] {
  const size = Math.hypot(x, y) || 1;
  return [(x / size) * length, (y / size) * length];
}

/**
 * Turns text that runs downwards, upwards or upside down, so that its lines are horizontal. Each direction is placed below
 * the one that has more letters: text along the margin would otherwise join the lines that it passes.
 */
export function stackDirections(
  found: readonly PlacedPiece[],
  { width, height }: { width: number; height: number },
): TextPiece[] {
  const letters = [0, 0, 0, 0];
  for (const { piece, quarterTurns } of found)
    letters[quarterTurns] = (letters[quarterTurns] ?? 0) + piece.text.length;
  const order = [0, 1, 2, 3].sort((a, b) => (letters[b] ?? 0) - (letters[a] ?? 0));
  return found.map(({ piece, quarterTurns }) => {
    const upright = turnUpright(piece, quarterTurns, width, height);
    const offset = order.indexOf(quarterTurns) * 2 * (width + height);
    return { ...upright, y0: upright.y0 + offset, y1: upright.y1 + offset };
  });
}

function turnUpright(piece: TextPiece, quarterTurns: number, width: number, height: number): TextPiece {
  const { x0, x1, y0, y1 } = piece;
  if (quarterTurns === 1) return { ...piece, x0: y0, x1: y1, y0: width - x1, y1: width - x0 };
  if (quarterTurns === 2)
    return { ...piece, x0: width - x1, x1: width - x0, y0: height - y1, y1: height - y0 };
  if (quarterTurns === 3) return { ...piece, x0: height - y1, x1: height - y0, y0: x0, y1: x1 };
  return piece;
}
