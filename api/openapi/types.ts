import type { JsonSchema, NamedSchemas } from './schemas.ts';

/** One method of a path. */
export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-extension'?: true;
  /** Badges beside the title at /docs. */
  'x-badges'?: { name: string }[];
  /** Servers, where they differ from the document's. */
  servers?: { url: string }[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, Response>;
}

/** A request that the service posts. */
export type PostedEvent = Omit<OpenApiOperation, 'requestBody'> & Required<Pick<OpenApiOperation, 'requestBody'>>;

/** A response of an operation, or a reference to one. */
export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema; example?: unknown }>;
}

/** A parameter of an operation, or a reference to one. */
export interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
}

/** The parts of an OpenAPI 3.1 document that this service reads. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  /** Groups of tags, as Scalar and Redoc show them. */
  'x-tagGroups': { name: string; tags: string[] }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  /** The requests that the service posts, by event name. */
  webhooks: Record<string, { post: PostedEvent }>;
  components: {
    schemas: NamedSchemas;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    [kind: string]: unknown;
  };
}
