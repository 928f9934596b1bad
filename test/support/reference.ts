import assert from 'node:assert/strict';
import { type ErrorObject, Ajv2020 as JsonSchemas, type ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

type Json = any;

/** The service's own OpenAPI document, and checks of answers against it. */
export class OpenApiChecker {
  readonly document: Json;
  readonly #schemas = new JsonSchemas({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    // Most schemas are compiled for a handful of answers: compiling them takes less than half the time like this.
    inlineRefs: false,
    code: { optimize: false },
  });
  readonly #compiled = new Map<object, ValidateFunction>();

  constructor(document: Json) {
    this.document = document;
    for (const [name, format] of Object.entries(fullFormats)) this.#schemas.addFormat(name, format);
    // The discriminator repeats what the forms of a oneOf say by themselves.
    for (const keyword of ['x-error-codes', 'discriminator']) this.#schemas.addKeyword(keyword);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      this.#schemas.addSchema({ $id: `component:${name}`, ...closeObjects(schema) });
    }
  }

  /** The documents of all nodes differ only in their address, and compiling the schemas takes seconds, so they are cached. */
  static async of(url: string): Promise<OpenApiChecker> {
    const response = await fetch(`${url}/openapi.json`);
    assert.equal(response.status, 200);
    const text = (await response.text()).replaceAll(url, '');
    const reference = cache.get(text) ?? new OpenApiChecker(JSON.parse(text));
    cache.set(text, reference);
    return reference;
  }

  /** Every operation of the document with its path and method. */
  calls(): { path: string; method: string; call: Json }[] {
    return Object.entries<Json>(this.document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, call]) => ({ path, method, call })),
    );
  }

  /** The operation of a method and path. A read answers POST as it does GET, and is documented once. */
  find(method: string, path: string): Json {
    const calls = this.document.paths[path] ?? {};
    return (
      calls[method.toLowerCase()] ?? (calls.get?.['x-methods']?.includes(method) ? calls.get : undefined)
    );
  }

  /** Asserts that the answer has the documented shape, without undocumented fields. */
  check(method: string, path: string, status: number, body: unknown): void {
    const call = this.find(method, path);
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
      validate = this.#schemas.compile(closeObjects(schema));
      this.#compiled.set(schema, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map(formatError);
  }

  resolve(object: Json): Json {
    if (!object?.$ref) return object;
    const path: string[] = object.$ref.slice(2).split('/');
    return path.reduce((at: Json, name) => at[name], this.document);
  }

  /** The error codes that are documented for this endpoint in particular. */
  refusals(path: string): string[] {
    return Object.values<Json>(this.document.paths[path])[0]['x-error-codes'] ?? [];
  }
}

const cache = new Map<string, OpenApiChecker>();

function formatError({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

/** Copies a schema so that objects refuse undeclared fields, with references as Ajv resolves them. */
function closeObjects(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]));
  if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replace('#/components/schemas/', 'component:');
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) {
    copy.additionalProperties = false;
  }
  return copy;
}

/** The bodies that a call takes, by their type. */
export function bodiesOf(call: Json): [type: string, media: Json][] {
  return Object.entries<Json>(call.requestBody?.content ?? {});
}
