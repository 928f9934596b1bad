import type { JsonSchema } from '../../http/wire/json-schema.ts';
import type { Extensions } from './extensions.ts';

/** The subset of OpenAPI 3.1 that the reference uses. */
export interface Document {
  openapi: string;
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedCall>>;
  /** What the service sends to receivers, by type of event. */
  webhooks: Record<string, { post: DescribedWebhook }>;
  components: {
    securitySchemes: Record<string, object>;
    parameters: Record<string, Parameter>;
    headers: Record<string, object>;
    responses: Record<string, Response>;
    schemas: Record<string, JsonSchema>;
  };
}

export interface DescribedCall extends Extensions {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Response | { $ref: string }>;
  /** All methods that the endpoint answers, where it answers more than the documented one. */
  'x-methods'?: string[];
  /** Error codes of this call, besides those that every call can get. */
  'x-error-codes'?: string[];
  'x-codeSamples': { lang: string; label: string; source: string }[];
}

/** A message that a receiver gets; there is no call of ours to show. */
export type DescribedWebhook = Omit<DescribedCall, 'x-methods' | 'x-error-codes' | 'x-codeSamples'>;

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  style?: string;
  explode?: boolean;
  schema: JsonSchema;
  example?: unknown;
}

export interface Media {
  schema: JsonSchema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, Media>;
}

/** A row of the table of error codes, which accompanies the enumeration as an extension. */
export interface ErrorCode {
  code: string;
  status: number;
  message: string;
}
