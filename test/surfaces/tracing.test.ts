import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { invoice } from '../support/client.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { Receiver } from '../support/receiver.ts';
import { TestService } from '../support/service.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, string | number> }[];
  status: { code?: number; message?: string };
}

interface Export {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

function spansOf({ messages }: Receiver): SentSpan[] {
  return messages
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

const attribute = ({ attributes }: SentSpan, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

describe('spans for a collector of OpenTelemetry', () => {
  const collector = new Receiver();
  const kvitt = new TestService();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  let spans: SentSpan[] = [];

  before(async () => {
    await collector.start();
    collector.answer = (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    await kvitt.startOwn('postgres', { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` });
    const seller = await kvitt.account();
    const customer = { name: 'Jón Þekktur', output_select: 3, email: 'jon@kaupandi.example' };
    const create = async (data: object) => {
      const answer = await fetch(
        `${kvitt.url}/api/v1/create-invoice?username=${seller.username}&api_key=${seller.apiKey}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
          body: JSON.stringify({ data }),
        },
      );
      return ((await answer.json()) as { status: boolean }).status;
    };
    assert.equal(await create(invoice({ customer })), true);
    assert.equal(await create({ customer }), false);
    await runJobsWithoutFailure(kvitt);
    await kvitt.stop();
    spans = spansOf(collector);
  });
  after(() => collector.stop());

  /** The names of a span and of those above it, the outermost first. */
  const pathOf = (span: SentSpan): string[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? pathOf(parent) : []), span.name];
  };

  test('follow an invoice from the request of another service to the mail', () => {
    const paths = new Set(
      spans.filter((span) => span.traceId === traceId).map((span) => pathOf(span).join(' > ')),
    );
    const request = 'POST /api/v1/create-invoice';
    for (const path of [
      request,
      `${request} > create-invoice`,
      `${request} > create-invoice > statement`,
      `${request} > create-invoice > job send-mail`,
      `${request} > create-invoice > job send-mail > mail.send`,
    ])
      assert.ok(paths.has(path), `${path} is missing in ${[...paths].join('\n')}`);
  });

  test('have the route, the status and the text of a statement, and nobody’s name or key', () => {
    const [request] = spans.filter(({ name }) => name === 'POST /api/v1/create-invoice');
    assert.ok(request);
    assert.equal(attribute(request, 'http.response.status_code'), 200);
    assert.ok(spans.some((span) => String(attribute(span, 'db.query.text')).includes('invoices')));
    const sent = JSON.stringify(spans);
    for (const secret of ['Þekktur', 'jon@kaupandi.example', 'api_key=']) assert.ok(!sent.includes(secret));
  });

  test('distinguish a refusal from a failure', () => {
    const refused = spans.filter((span) => attribute(span, 'kvitt.refusal') === 'field_required');
    assert.deepEqual(
      refused.map(({ name, status }) => [name, status.code ?? 0]),
      [['create-invoice', 0]],
    );
  });

  test('are not recorded for the loops that poll for work', () => {
    assert.deepEqual(
      spans.filter((span) => span.name === 'statement' && !span.parentSpanId),
      [],
    );
  });
});
