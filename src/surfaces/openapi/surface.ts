import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../http/answers/endpoint.ts';
import { JSON_TYPE } from '../http/answers/json-list.ts';
import type { Html } from '../http/pages/html.ts';
import { sendPage } from '../http/pages/page.ts';
import { loadStylesheet } from '../http/styles/stylesheet.ts';
import { describeApi } from './document/describe.ts';
import { renderDocs } from './page/docs.ts';

const docsStyle = loadStylesheet('openapi/page/docs.css');

interface Reference {
  baseUrl: string;
  json: string;
  page: Html;
}

/** Serves /openapi.json and /docs. Both are rendered once and cached, and again when the base URL changes. */
export function referenceRoutes(
  app: FastifyInstance,
  loadEndpoints: () => Promise<readonly Endpoint[]>,
  rules: { baseUrl: string },
): void {
  let cached: Reference | null = null;
  const reference = async (): Promise<Reference> => {
    if (cached?.baseUrl === rules.baseUrl) return cached;
    const document = describeApi(rules.baseUrl, await loadEndpoints());
    cached = { baseUrl: rules.baseUrl, json: JSON.stringify(document), page: renderDocs(document) };
    return cached;
  };
  app.get('/openapi.json', async (_request, reply) => reply.type(JSON_TYPE).send((await reference()).json));
  app.get('/docs', async (_request, reply) => {
    const { page } = await reference();
    return sendPage(reply, { lang: 'en', title: 'Kvitt API reference', body: page, style: docsStyle });
  });
}
