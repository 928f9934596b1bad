import { type Html, html } from '../../http/html.ts';
import { look } from '../../http/page.ts';
import { PAY_CSS } from '../pay/pay-layout.ts';
import type { PayLang } from '../pay/pay-texts.ts';

const CSS = `${PAY_CSS}
h1 { font-size: 1.6rem; letter-spacing: -.015em; margin-top: .15rem; }
.picture { display: block; width: calc(100% + 4rem); max-width: none; max-height: 24rem; object-fit: cover; margin: -2rem -2rem 1.5rem; border-radius: 13px 13px 0 0; background: var(--ground); }
.about { white-space: pre-line; margin: .9rem 0 0; }
.price { font-size: 1.7rem; line-height: 1.25; font-weight: 680; letter-spacing: -.02em; margin: 1.1rem 0 0; font-variant-numeric: tabular-nums; } .price small { font-size: .95rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.when { font-weight: 600; margin: .6rem 0 0; text-wrap: balance; }
fieldset { border: 0; margin: 1.9rem 0 0; padding: 0; min-width: 0; } legend { font-size: 1.08rem; font-weight: 650; padding: 0; }
label { display: block; font-weight: 600; margin: 1.05rem 0 .3rem; overflow-wrap: anywhere; } .hint { font-weight: 400; color: var(--soft); font-size: .9rem; }
input, select, textarea { width: 100%; min-height: 2.85rem; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--field); border-radius: 8px; } textarea { min-height: 5.5rem; resize: vertical; }
input:focus-visible, select:focus-visible, textarea:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[aria-invalid] { border-color: var(--bad); border-width: 2px; } .wrong { display: block; color: var(--bad); font-weight: 500; margin: .3rem 0 0; font-size: .93rem; }
.pair { display: grid; grid-template-columns: 8rem 1fr; gap: 0 .9rem; align-items: start; } .pair .hint { display: block; }
.consent { display: flex; gap: .7rem; align-items: flex-start; margin: 1rem 0 0; font-weight: 500; } .consent input { flex: none; width: 1.35rem; min-height: 0; height: 1.35rem; margin: .1rem 0 0; accent-color: var(--accent); }
.terms { white-space: pre-line; max-height: 14rem; overflow: auto; margin: .5rem 0 0; padding: .75rem .9rem; border: 1px solid var(--line); border-radius: 8px; color: var(--soft); font-size: .95rem; }
.buy { width: 100%; margin-top: 1.5rem; } .after { color: var(--soft); font-size: .92rem; margin: .7rem 0 0; text-align: center; }
.summary ul { margin: .3rem 0 0; padding-left: 1.2rem; } .summary a { color: inherit; } .summary:focus { outline: none; }
.closed { font-size: 1.1rem; font-weight: 600; }
.seller { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1rem; color: var(--soft); font-size: .92rem; }
.ticket { margin: 1.25rem 0 0; border: 1px solid var(--line); border-radius: 14px; overflow: hidden; break-inside: avoid; text-align: center; } .ticket > div { padding: 1.1rem 1.25rem 1.25rem; } .ticket h1, .ticket h3 { margin: 0; font-size: 1.2rem; }
.stub { background: var(--wash); border-bottom: 2px dashed var(--line); } .qr { display: block; width: 100%; max-width: 17rem; margin: .9rem auto; border-radius: 10px; } .ticket.off .qr { opacity: .35; } .ticket p { margin: .25rem 0; } .holder { font-size: 1.15rem; font-weight: 650; }
.poster { text-align: center; } .poster h1 { font-size: clamp(1.5rem, 6.5vw, 2.2rem); line-height: 1.15; hyphens: auto; margin: .5rem 0; } .poster .qr { max-width: 26rem; } .poster .address { font-size: .9rem; overflow-wrap: anywhere; color: var(--soft); }
.pages { display: flex; justify-content: space-between; gap: 1rem; margin-top: 1.25rem; }
@media (max-width: 38rem) { .picture { width: calc(100% + 2.5rem); margin: -1.1rem -1.25rem 1.25rem; border-radius: 0; } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --ground: #fff; --line: #999; --accent: #000; --wash: #fff; } body { padding: 0; background: #fff; } main { border: 0; box-shadow: none; padding: 0; max-width: none; } footer, .actions, .screen { display: none; } .ticket { max-width: 12cm; margin: 0 auto 1cm; } .poster .qr { max-width: 14cm; } }
`;

export const sellLook = look(CSS, (body) => body);

const OTHER = { is: { lang: 'en', name: 'English' }, en: { lang: 'is', name: 'Íslenska' } } as const;

/** What stands around a page on which something is bought; `path` is where the same is in the other language. */
export function renderSellLayout(path: string, lang: PayLang, body: Html): Html {
  const other = OTHER[lang];
  return html`<main>${body}</main>
<footer><span>Kvitt</span><a href="${path}?lang=${other.lang}" lang="${other.lang}" hreflang="${other.lang}">${other.name}</a></footer>`;
}
