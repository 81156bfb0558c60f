import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** The part of OTLP that holds spans (opentelemetry-proto v1). */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
  }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);
const REQUEST = root.lookupType('Request');

/** A span as it arrived. */
export interface SunkSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty for a span without a parent. */
  parentId: string;
  name: string;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** 2: failed. */
  statusCode: number;
  durationMs: number;
}

/** A collector of spans. */
export interface OtlpSink extends AsyncDisposable {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: SunkSpan[];
  /** The bodies as they came, to look for what must not be in them. */
  bodies: Buffer[];
  /** Headers of the last request. */
  headers: Record<string, unknown>;
  /** Answers every request with this status. */
  status: number;
}

/** Starts a collector that takes spans by OTLP over HTTP, as protobuf. */
export async function startOtlpSink(): Promise<OtlpSink> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    sink.headers = request.headers;
    if (sink.status === 200 && request.url === '/v1/traces') {
      sink.bodies.push(body);
      sink.spans.push(...spansIn(body));
    }
    response.writeHead(sink.status, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sink: OtlpSink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    headers: {},
    status: 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return sink;
}

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: WireAttribute[];
  links: { traceId: string; spanId: string }[];
  status?: { code: number } | null;
}
interface WireAttribute {
  key: string;
  value: Record<string, unknown>;
}

function spansIn(body: Buffer): SunkSpan[] {
  const options = { longs: String, bytes: String, arrays: true, defaults: true, oneofs: false };
  const message = REQUEST.toObject(REQUEST.decode(body), options) as {
    resourceSpans: { resource: { attributes: WireAttribute[] }; scopeSpans: { spans: WireSpan[] }[] }[];
  };
  return message.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        traceId: hex(span.traceId),
        spanId: hex(span.spanId),
        parentId: hex(span.parentSpanId),
        name: span.name,
        attributes: valuesOf(span.attributes),
        links: span.links.map((link) => ({ traceId: hex(link.traceId), spanId: hex(link.spanId) })),
        statusCode: span.status?.code ?? 0,
        durationMs: Number((BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1_000n) / 1_000,
      })),
    ),
  );
}

function valuesOf(attributes: WireAttribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [[type, given] = ['', undefined]] = Object.entries(value);
      return [key, type === 'intValue' ? Number(given) : given];
    }),
  );
}

function hex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
