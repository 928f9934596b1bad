import encodeQR from 'qr';
import { type Html, html } from '../http/html.ts';

/** A QR code as inline SVG, dark on white also in dark mode, because many readers cannot read inverted codes. */
export function renderQrCode(address: string, label: string): Html {
  const modules = encodeQR(address, 'raw', { ecc: 'medium', border: 2 });
  return html`<svg class="qr" viewBox="0 0 ${modules.length} ${modules.length}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${toSvgPath(modules)}" stroke="#000"/></svg>`;
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
