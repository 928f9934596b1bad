import encodeQR from 'qr';
import { type Html, html } from '../http/html.ts';

/** The code of an address as a picture in the page: dark on white by day and night, for that is what readers expect. */
export function qrOf(address: string, label: string): Html {
  const modules = encodeQR(address, 'raw', { ecc: 'medium', border: 2 });
  return html`<svg class="qr" viewBox="0 0 ${modules.length} ${modules.length}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${pathOf(modules)}" fill="#000"/></svg>`;
}

/** Each run of dark modules in a row is one rectangle, which makes it half as long as one for each. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  let path = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  });
  return path;
}
