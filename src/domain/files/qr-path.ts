import encodeQR from 'qr';

export interface QrPath {
  /** Width and height in modules, with the quiet zone. */
  size: number;
  /** The dark modules as an SVG path of strokes that are one module wide. */
  path: string;
}

export function qrPath(text: string): QrPath {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  return { size: modules.length, path: toSvgPath(modules) };
}

/** Draws each run of dark modules as one stroke, a third of the size of a square for every module. */
function toSvgPath(modules: readonly (readonly boolean[])[]): string {
  let path = '';
  modules.forEach((row, y) => {
    let pen = -1;
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `${pen < 0 ? `M${start} ${y}.5` : `m${start - pen} 0`}h${x + 1 - start}`;
      pen = x + 1;
    }
  });
  return path;
}
