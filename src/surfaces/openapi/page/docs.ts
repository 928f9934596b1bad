import { type Html, html } from '../../http/pages/html.ts';
import type { Document } from '../document/document.ts';
import { type Entry, renderEntry } from './docs-entry.ts';
import { renderEvents } from './docs-events.ts';
import { renderErrorTable, renderRecord } from './docs-records.ts';
import { headings, renderInline, renderMarkdown, slug } from './markdown.ts';

interface Section {
  name: string;
  about: string;
  entries: Entry[];
}

/** Schemas that the table of error codes describes instead of the list of records. */
const NOT_RECORDS = ['ErrorCode', 'Failure', 'AgentRefusal', 'AgentFailure', 'OperatorFailure'];

/** The API reference as one HTML page, rendered from the OpenAPI document alone. */
export function renderDocs(document: Document): Html {
  const { info, servers, components } = document;
  const sections = groupBySection(document);
  const records = Object.entries(components.schemas).filter(([name]) => !NOT_RECORDS.includes(name));
  const links = renderContents(
    sections,
    headings(info.description),
    Object.keys(document.webhooks),
    records.map(([name]) => name),
  );
  return html`
    <a class="skip" href="#content">Skip to the reference</a>
    <header class="topbar">
      <a class="brand" href="#content">${info.title}</a> <span class="muted">reference ${info.version}</span>
      <a class="openapi-link" href="/openapi.json">openapi.json</a>
    </header>
    <details class="toc small"><summary>Contents</summary><nav aria-label="Contents">${links}</nav></details>
    <div class="layout">
      <nav class="toc wide" aria-label="Contents">${links}</nav>
      <main id="content">
        <section class="guide">
          <h1>${info.title} API</h1>
          <p class="address"><code>${servers[0]?.url}</code></p>
          ${renderMarkdown(info.description)}
        </section>
        ${sections.map(
          ({ name, about, entries }) => html`<section>
            <h2 id="${slug(name)}">${name}</h2>
            <p class="muted">${renderInline(about)}</p>
            ${entries.map((one) => renderEntry(one, components.schemas))}
          </section>`,
        )}
        <section>
          <h2 id="event-types">Types of events</h2>
          <p class="muted">What get-events answers and webhooks send; a webhook wraps type, time and data as shown.</p>
          ${renderEvents(document)}
        </section>
        <section>
          <h2 id="records">Records</h2>
          <p class="muted">What is sent and what comes back.</p>
          ${records.map(([name, schema]) => renderRecord(name, schema, components.schemas))}
        </section>
        <section>
          <h2 id="errors">Error codes</h2>
          <p class="muted">${renderInline(components.schemas.ErrorCode?.description ?? '')}
            The HTTP status is that of <code>/api/v1</code>; where it is 200, the operator API has 404, 409 or 422.</p>
          ${renderErrorTable(components.schemas)}
        </section>
      </main>
    </div>`;
}

function groupBySection({ tags, paths }: Document): Section[] {
  const entries = Object.entries(paths).flatMap(([path, calls]) => {
    const bySummary = Map.groupBy(Object.entries(calls), ([, { summary }]) => summary);
    return [...bySummary.values()].flatMap((same): Entry[] => {
      const call = same[0]?.[1];
      const methods = call?.['x-methods'] ?? same.map(([method]) => method.toUpperCase());
      return call ? [{ path, methods, call }] : [];
    });
  });
  return tags.map(({ name, description = '' }) => ({
    name,
    about: description,
    entries: entries.filter(({ call }) => call.tags.includes(name)),
  }));
}

function renderContents(sections: Section[], guide: string[], events: string[], records: string[]): Html {
  const item = (target: string, text: string) => html`<li><a href="#${target}">${text}</a></li>`;
  return html`
    <p>Guide</p>
    <ul>${guide.map((heading) => item(slug(heading), heading))}</ul>
    ${sections.map(
      ({ name, entries }) => html`<p><a href="#${slug(name)}">${name}</a></p>
      <ul>${entries.map(({ call, path, methods }) => item(call.operationId, shortName(path, methods)))}</ul>`,
    )}
    <p><a href="#event-types">Types of events</a></p>
    <ul>${events.map((type) => item(slug(`event-${type}`), type))}</ul>
    <p><a href="#records">Records</a></p>
    <ul>${records.map((name) => item(slug(`record-${name}`), name))}</ul>
    <p><a href="#errors">Error codes</a></p>`;
}

function shortName(path: string, methods: string[]): string {
  const short = path.replace(/^\/(api\/v1\/(agent\/)?|operator\/)?/, '');
  return /^\/(operator|api\/v1\/agent)\//.test(path) ? `${methods.join(' ')} ${short}` : short;
}
