import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { type Manifest, renderChart } from '../support/helm-chart.ts';
import { ROOT } from '../support/tree.ts';

const CHART = join(ROOT, 'deploy/helm/kvitt');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const NEEDED = { baseUrl: 'https://bokhald.example', existingSecret: 'books-secret' };
const EVERYTHING = {
  ...NEEDED,
  env: { KVITT_MAIL_FROM: 'reikningar@bokhald.example', KVITT_POOL: '5' },
  trustProxy: '10.0.0.0/8',
  imagePullSecrets: [{ name: 'pull' }],
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'bokhald.example',
    tlsSecret: 'cert',
    annotations: { a: 'b' },
  },
  metrics: { serviceMonitor: true },
  podAnnotations: { x: '1' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
};

/** The variables that docs/configuration.md names. */
const documented = new Set(
  read('docs/configuration.md').match(/\b(KVITT|OTEL)_[A-Z0-9_]+|\bDATABASE_URL\b|\bHOST\b|\bPORT\b/g),
);

const podOf = ({ spec }: Manifest) => spec.template.spec;
const withPods = (manifests: Manifest[]) => manifests.filter(({ spec }) => spec.template);

describe('the image', () => {
  test('installs packages before the sources are there, so without their scripts', () => {
    const stages = read('Dockerfile').split(/^FROM /m);
    const installs = stages.flatMap(
      (stage) => (stage.split(/^COPY \. \.$/m)[0] ?? '').match(/^RUN npm ci.*$/gm) ?? [],
    );
    assert.equal(installs.length, 2);
    for (const install of installs) assert.match(install, / --ignore-scripts$/);
  });
});

describe('the Helm chart', () => {
  test('has a node for requests, one for jobs and a migration before both', () => {
    const manifests = renderChart(CHART, NEEDED);
    assert.deepEqual(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort(), [
      'Deployment books-web',
      'Deployment books-worker',
      'Job books-migration',
      'PodDisruptionBudget books-web',
      'Service books',
    ]);
    const commands = withPods(manifests).map((one) => [one.metadata.name, podOf(one).containers[0].args]);
    assert.deepEqual(Object.fromEntries(commands), {
      'books-web': ['serve'],
      'books-worker': ['worker'],
      'books-migration': ['migrate'],
    });
    const migration = manifests.find(({ kind }) => kind === 'Job');
    assert.equal(migration?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade');
  });

  for (const [what, values] of [
    ['with what it needs', NEEDED],
    ['with every setting', EVERYTHING],
  ] as const)
    test(`runs without any right and names only variables that exist, ${what}`, () => {
      const pods = withPods(renderChart(CHART, values));
      assert.equal(pods.length, 3);
      for (const manifest of pods) {
        const pod = podOf(manifest);
        const [container] = pod.containers;
        assert.equal(pod.securityContext.runAsNonRoot, true);
        assert.equal(pod.automountServiceAccountToken, false);
        assert.deepEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        const mounts = container.volumeMounts.map(({ name }: any) => name);
        assert.deepEqual(
          mounts,
          pod.volumes.map(({ name }: any) => name),
        );
        assert.deepEqual(container.envFrom, [{ secretRef: { name: 'books-secret' } }]);
        const names: string[] = container.env.map(({ name }: any) => name);
        assert.deepEqual(
          names.filter((name) => !documented.has(name)),
          [],
        );
        assert.ok(container.env.every(({ value }: any) => typeof value === 'string'));
        // The node stops by itself within 30 seconds.
        assert.ok(manifest.kind === 'Job' || pod.terminationGracePeriodSeconds > 35);
      }
    });

  test('asks the endpoints that nodes have, and sends requests to those that are ready', () => {
    const manifests = renderChart(CHART, EVERYTHING);
    const find = (kind: string) => manifests.find((one) => one.kind === kind) as Manifest;
    const [web] = podOf(find('Deployment')).containers;
    assert.equal(web.readinessProbe.httpGet.path, '/health/ready');
    assert.equal(web.livenessProbe.httpGet.path, '/health');
    assert.equal(web.ports[0].containerPort, 8080);
    assert.match(read('Dockerfile'), /PORT=8080/);
    const { selector } = find('Service').spec;
    const labels = find('Deployment').spec.template.metadata.labels;
    for (const [label, value] of Object.entries(selector)) assert.equal(labels[label], value, label);
    const [rule] = find('Ingress').spec.rules;
    assert.deepEqual(rule.http.paths[0].backend.service, { name: 'books', port: { name: 'http' } });
    assert.equal(find('ServiceMonitor').spec.endpoints[0].path, '/metrics');
  });

  test('says what is missing, and refuses values that it does not know', () => {
    assert.throws(() => renderChart(CHART, { ...NEEDED, baseUrl: '' }), /baseUrl must be the public address/);
    assert.throws(() => renderChart(CHART, { ...NEEDED, existingSecret: '' }), /existingSecret must name/);
    const check = new Ajv({ strict: false }).compile(
      JSON.parse(read('deploy/helm/kvitt/values.schema.json')),
    );
    const values = parse(read('deploy/helm/kvitt/values.yaml'));
    assert.ok(check({ ...values, ...EVERYTHING }), JSON.stringify(check.errors));
    for (const wrong of [
      {},
      { ...NEEDED, replicas: 3 },
      { ...NEEDED, baseUrl: 'bokhald.example' },
      { ...NEEDED, env: { KVITT_POOL: 5 } },
      { ...NEEDED, env: { DATABASE_URL: 'postgres://kvitt:secret@db/kvitt' } },
      { ...NEEDED, ingress: { enabled: true } },
      { ...NEEDED, web: { replicas: 0 } },
    ])
      assert.ok(!check({ ...values, ...wrong }), JSON.stringify(wrong));
  });
});

describe('the compose file and the units', () => {
  test('name variables that exist, and run without rights', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true });
    const { postgres, ...own } = services;
    assert.ok(postgres);
    for (const service of Object.values<any>(own)) {
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert.deepEqual(
        Object.keys(service.environment).filter((name) => !documented.has(name)),
        [],
      );
    }
    for (const unit of ['kvitt', 'kvitt-worker'].map((name) => read(`deploy/systemd/${name}.service`))) {
      assert.match(unit, /^DynamicUser=yes$/m);
      const named = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => String(name));
      assert.deepEqual(
        named.filter((name) => !documented.has(name)),
        [],
      );
    }
  });
});
