import assert from 'node:assert/strict';
import { type ErrorObject, Ajv2020 as JsonSchemas, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

type Json = any;

/** The service's own OpenAPI document, and whether what the service answers is what the document promises. */
export class Reference {
  readonly document: Json;
  readonly #schemas = new JsonSchemas({ strict: true, allowUnionTypes: true, allErrors: true });
  readonly #compiled = new Map<object, ValidateFunction>();

  constructor(document: Json) {
    this.document = document;
    for (const [name, format] of Object.entries(fullFormats)) this.#schemas.addFormat(name, format);
    for (const keyword of ['x-error-codes']) this.#schemas.addKeyword(keyword);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      this.#schemas.addSchema({ $id: `component:${name}`, ...closed(schema) });
    }
  }

  /** Nodes differ in their address alone, and to compile all schemas takes seconds. */
  static async of(url: string): Promise<Reference> {
    const response = await fetch(`${url}/openapi.json`);
    assert.equal(response.status, 200);
    const text = (await response.text()).replaceAll(url, '');
    const reference = known.get(text) ?? new Reference(JSON.parse(text));
    known.set(text, reference);
    return reference;
  }

  /** Every call of the document: its path, its method, and what is said of it. */
  calls(): { path: string; method: string; call: Json }[] {
    return Object.entries<Json>(this.document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, call]) => ({ path, method, call })),
    );
  }

  /** Fails unless the answer has the documented shape, with no field beside it. */
  check(method: string, path: string, status: number, body: unknown): void {
    const call = this.document.paths[path]?.[method.toLowerCase()];
    assert.ok(call, `${method} ${path} is not documented`);
    const response = this.resolve(call.responses[status]);
    assert.ok(response, `${method} ${path} answered ${status}, which is not documented`);
    this.fits(response.content['application/json'].schema, body, `${method} ${path}`);
  }

  fits(schema: Json, value: unknown, what: string): void {
    const problems = this.problems(schema, value);
    assert.deepEqual(problems, [], `${what} is not as documented: ${JSON.stringify(value).slice(0, 600)}`);
  }

  problems(schema: Json, value: unknown): string[] {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      validate = this.#schemas.compile(closed(schema));
      this.#compiled.set(schema, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map(inWords);
  }

  resolve(object: Json): Json {
    if (!object?.$ref) return object;
    const path: string[] = object.$ref.slice(2).split('/');
    return path.reduce((at: Json, name) => at[name], this.document);
  }

  /** The codes of refusals that are documented for an endpoint in particular. */
  refusals(path: string): string[] {
    return Object.values<Json>(this.document.paths[path])[0]['x-error-codes'] ?? [];
  }
}

const known = new Map<string, Reference>();

function inWords({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

/** The schema with every object shut against fields that it does not name, and its references as Ajv knows them. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replace('#/components/schemas/', 'component:');
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) {
    copy.additionalProperties = false;
  }
  return copy;
}
