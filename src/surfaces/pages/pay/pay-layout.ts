import { type Html, html } from '../../http/html.ts';
import { look, PALETTE } from '../../http/page.ts';
import type { PayLang } from './pay-texts.ts';

/** Also the ground of the pages on which things are bought. */
export const PAY_CSS = `${PALETTE}
:root { --on-accent: #fff; --wash: #eef6f3; --warn: #8a4b00; --warn-wash: #fdf4e7; --bad: #a4161a; --bad-wash: #fdeeee; --field: #7a8696; }
@media (prefers-color-scheme: dark) { :root { --on-accent: #06231b; --wash: #14251f; --warn: #f0c07a; --warn-wash: #2a2113; --bad: #ff9d9d; --bad-wash: #2c1717; --field: #7d8a99; } }
body { min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: 2.5rem 1rem 1.5rem; }
main { width: 100%; max-width: 38rem; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 1px 2px #1b243010, 0 8px 28px #1b24300d; }
h1 { font-size: 1.3rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; } h2 { font-size: 1.02rem; margin: 2rem 0 .5rem; }
.logo { display: block; width: auto; height: auto; max-width: min(13rem, 100%); max-height: 4.5rem; margin: 0 0 1.5rem; }
@media (prefers-color-scheme: dark) { .logo { padding: .5rem .75rem; background: #fff; border-radius: 8px; } }
p { margin: .35rem 0; overflow-wrap: anywhere; } .soft { color: var(--soft); margin: 0; }
.sum { font-size: 2.3rem; line-height: 1.2; font-weight: 680; letter-spacing: -.02em; margin: 1.25rem 0 .4rem; font-variant-numeric: tabular-nums; }
.state { display: inline-block; padding: .12rem .7rem; border-radius: 99px; font-weight: 600; font-size: .93rem; color: var(--accent); background: var(--wash); }
.state.due { color: var(--warn); background: var(--warn-wash); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 1rem; } .actions form { display: contents; }
.button { flex: 3 1 12rem; display: flex; align-items: center; justify-content: center; min-height: 3rem; padding: .6rem 1.25rem; font: inherit; font-weight: 650; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 10px; cursor: pointer; text-decoration: none; text-align: center; }
.button.quiet { flex-grow: 1; color: var(--ink); background: transparent; border-color: var(--field); }
.button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.25rem; margin: 1.1rem 0 0; } dt { color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } th, td { padding: .55rem .25rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; overflow-wrap: normal; } .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tfoot .part th, tfoot .part td { border: 0; padding-bottom: 0; } tfoot .total th, tfoot .total td { color: var(--ink); font-weight: 650; border-bottom-color: var(--field); }
.note { margin: 1.1rem 0 0; padding: .75rem .9rem; border-radius: 8px; background: var(--wash); } .bad { color: var(--bad); background: var(--bad-wash); } .warn { color: var(--warn); background: var(--warn-wash); }
footer { width: 100%; max-width: 38rem; margin-top: 1.1rem; display: flex; justify-content: space-between; color: var(--soft); font-size: .92rem; }
@media (max-width: 38rem) { body { padding: .5rem 0 1rem; background: var(--paper); } main { border: 0; border-radius: 0; box-shadow: none; padding: 1.1rem 1.25rem; } footer { padding: 0 1.25rem; } dl { gap: .4rem 1rem; } }
`;

const OTHER = { is: { lang: 'en', name: 'English' }, en: { lang: 'is', name: 'Íslenska' } } as const;

export const payLook = look(PAY_CSS, (body) => body);

/** What stands around a page that is about paying. */
export function renderPayLayout(path: string, lang: PayLang, body: Html): Html {
  const other = OTHER[lang];
  return html`<main>${body}</main>
<footer><span>Kvitt</span><a href="${path}?lang=${other.lang}" lang="${other.lang}" hreflang="${other.lang}">${other.name}</a></footer>`;
}
