/** The used part of opentype.js, which ships without types. */
declare module 'opentype.js' {
  export interface Font {
    unitsPerEm: number;
    charToGlyph(letter: string): {
      advanceWidth?: number;
      getPath(x: number, y: number, size: number): { commands: PathCommand[] };
    };
  }
  export interface PathCommand extends Partial<Record<'x' | 'y' | 'x1' | 'y1' | 'x2' | 'y2', number>> {
    type: 'M' | 'L' | 'C' | 'Q' | 'Z';
  }
  const opentype: { parse(file: ArrayBuffer): Font };
  namespace opentype {
    export type { Font, PathCommand };
  }
  export default opentype;
}
