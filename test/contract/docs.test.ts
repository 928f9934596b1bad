import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { failureCodes } from '../../src/kernel/failures/failure.ts';
import { newGuid } from '../../src/kernel/node/ids.ts';
import { endpoints } from '../../src/reference.ts';
import { createServer } from '../../src/surfaces/http/server/server.ts';
import { describeApi } from '../../src/surfaces/openapi/document/describe.ts';
import { renderDocs } from '../../src/surfaces/openapi/page/docs.ts';
import { referenceRoutes } from '../../src/surfaces/openapi/surface.ts';

describe('the API reference page', () => {
  const baseUrl = 'https://kvitt.example';
  let headers: Record<string, unknown>;
  let page: string;

  before(async () => {
    const app = await createServer({
      newGuid,
      logLevel: 'silent',
      trustProxy: undefined,
      isHttps: false,
      tls: undefined,
    });
    referenceRoutes(app, async () => endpoints, { baseUrl });
    const response = await app.inject('/docs');
    assert.equal(response.statusCode, 200);
    ({ headers, body: page } = response);
    await app.close();
  });

  test('contains nothing executable, and forbids it by its content security policy', () => {
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    assert.doesNotMatch(page, /<script|<iframe|\son\w+=|\sstyle=|javascript:/i);
  });
  test('lists every endpoint with the public address of the service', () => {
    for (const { path } of endpoints) assert.ok(page.includes(`>${path}</a>`), `${path} is missing`);
    assert.ok(page.includes(`${baseUrl}/api/v1/create-invoice`));
  });
  test('has an entry for every endpoint with its methods', () => {
    for (const { path, methods } of endpoints) {
      const entry = new RegExp(
        `<h3 id="[^"]+-title">((?:(?!</h3>)[\\s\\S])*)>${RegExp.escape(path)}</a>`,
        'g',
      );
      const listed = [...page.matchAll(entry)].flatMap(([, heading = '']) =>
        [...heading.matchAll(/class="method [a-z]+">([A-Z]+)</g)].map((match) => match[1]),
      );
      for (const method of methods) assert.ok(listed.includes(method), `${method} ${path} is missing`);
    }
  });
  test('loads no images, fonts, style sheets or frames', () => {
    assert.doesNotMatch(page, /\ssrc=|<link|@import|url\(|<(img|object|embed|video|audio)\b/i);
    const targets = [...page.matchAll(/ href="([^"#][^"]*)"/g)].map((match) => match[1]);
    assert.deepEqual([...new Set(targets)], ['/openapi.json']);
  });
  test('is usable by keyboard: a skip link comes first, and scrollable areas are focusable', () => {
    const [first] = /<(?:a|summary|pre|button|input)\b[^>]*>/.exec(page) ?? [];
    assert.equal(first, '<a class="skip" href="#content">');
    assert.match(page, /<main id="content">/);
    assert.match(page, /pre:focus-visible \{ outline: 2px solid/);
    const scrolling = [...page.matchAll(/<pre\b[^>]*>/g)].map(([tag]) => tag);
    assert.ok(scrolling.length > endpoints.length);
    assert.deepEqual(
      scrolling.filter((tag) => !tag.includes('tabindex="0"')),
      [],
    );
  });
  test('has headings that never skip a level', () => {
    const levels = [...page.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]));
    levels.forEach((level, n) => {
      assert.ok(level <= (levels[n - 1] ?? 0) + 1, `h${level} after h${levels[n - 1]}`);
    });
  });
  test('lists every error code with its message', () => {
    for (const { code } of failureCodes()) {
      const row = new RegExp(`<tr id="error-${code}">.*?<td>([^<]+)</td></tr>`, 's').exec(page);
      assert.ok(row?.[1]?.trim(), `${code} is missing`);
    }
  });
  test('has no broken internal links and no duplicate ids', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    assert.deepEqual(ids, [...new Set(ids)]);
    const targets = new Set([...page.matchAll(/ href="#([^"]+)"/g)].map((match) => match[1]));
    assert.deepEqual(
      [...targets].filter((target) => !ids.includes(target)),
      [],
    );
  });
  test('closes every element that it opens', () => {
    const open: string[] = [];
    for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (['meta', 'link', 'br'].includes(name)) continue;
      if (!slash) open.push(name);
      else assert.equal(open.pop(), name);
    }
    assert.deepEqual(open, []);
  });
  test('escapes markup', () => {
    const markup = '<img src=x onerror=alert(1)>';
    const document = describeApi(`https://kvitt.example/${markup}`, [
      {
        methods: ['GET'],
        path: '/a',
        section: markup,
        summary: markup,
        access: 'anyone',
        answers: [{ status: 200, about: '' }],
      },
    ]);
    document.info.description = `${markup}\n\n## ${markup}`;
    assert.doesNotMatch(renderDocs(document).text, /<img/);
  });
});
