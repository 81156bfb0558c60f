import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ZodError } from 'zod';
import { answerCompletion } from './completions.ts';
import { Faults } from './faults.ts';
import { HttpProblem, readJson, sendError, sendJson } from './http.ts';
import { sandboxModel } from './reply.ts';
import { RequestLog } from './request-log.ts';

/** How long answers under way may still take when the server is closed. */
const drainMs = 500;

/** Settings of startSandboxAi. */
export interface SandboxAiOptions {
  /** 0: any free port. */
  port: number;
  /** 127.0.0.1 when absent. */
  host?: string;
  /** Wait before every answer; 0 when absent. */
  latencyMs?: number;
}

/** A sandbox server that runs. */
export interface SandboxAi {
  /** Origin without the `/v1` prefix. */
  url: string;
  port: number;
  /** Stops taking requests, drops those that do not end soon, and resolves when the port is free. */
  close(): Promise<void>;
}

/** Starts the sandbox AI: deterministic, OpenAI-compatible, for development, tests and sandbox partner keys. */
export async function startSandboxAi({
  port,
  host = '127.0.0.1',
  latencyMs = 0,
}: SandboxAiOptions): Promise<SandboxAi> {
  const faults = new Faults(latencyMs);
  const log = new RequestLog();
  const server = createServer((request, response) => {
    route(request, response, faults, log).catch((error: unknown) => sendProblem(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${boundPort}`,
    port: boundPort,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const drop = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(drop);
    },
  };
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  faults: Faults,
  log: RequestLog,
): Promise<void> {
  response.setHeader('x-sandbox', 'true');
  const url = new URL(request.url ?? '/', 'http://sandbox');
  switch (`${request.method} ${url.pathname}`) {
    case 'POST /v1/chat/completions':
      return answerCompletion(request, response, faults, log);
    case 'GET /v1/models':
      return sendJson(response, 200, {
        object: 'list',
        data: [{ id: sandboxModel, object: 'model', created: 1_767_225_600, owned_by: 'marketwright' }],
      });
    case 'GET /healthz':
      return sendJson(response, 200, { status: 'ok', sandbox: true, model: sandboxModel });
    case 'GET /__sandbox/requests':
      return sendJson(response, 200, log.summary(Number(url.searchParams.get('limit') ?? 50)));
    case 'GET /__sandbox/faults':
      return sendJson(response, 200, faults.current());
    case 'PUT /__sandbox/faults':
      faults.replace(await readJson(request));
      return sendJson(response, 200, faults.current());
    case 'DELETE /__sandbox/faults':
      faults.clear();
      return sendJson(response, 200, faults.current());
    default:
      throw new HttpProblem(404, `Unknown request URL: ${request.method} ${url.pathname}`);
  }
}

function sendProblem(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else if (error instanceof HttpProblem) sendError(response, error.status, error.message, error.code);
  else if (error instanceof ZodError) sendError(response, 400, error.issues.map(({ message }) => message).join('; '));
  else sendError(response, 500, 'The sandbox failed', 'server_error');
}
