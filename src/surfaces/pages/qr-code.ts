import { qrPath } from '../../domain/files/qr-path.ts';
import { type Html, html } from '../http/pages/html.ts';

/** A QR code as inline SVG, dark on white also in dark mode, because many readers cannot read inverted codes. */
export function renderQrCode(address: string, label: string): Html {
  const { size, path } = qrPath(address);
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}" stroke="#000"/></svg>`;
}
