import type { IncomingMessage, ServerResponse } from 'node:http';
import { ZodError } from 'zod';
import { HttpProblem, readJson, sendJson } from '../http.ts';
import { type SandboxAddress, type SandboxServer, startSandboxServer } from '../server.ts';
import { answerCompletion } from './completions.ts';
import { answerEmbeddings, sandboxEmbeddings } from './embeddings/answer-embeddings.ts';
import { Faults } from './faults.ts';
import { sandboxModel, sendError } from './reply.ts';
import { RequestLog } from './request-log.ts';

/** Settings of startSandboxAi. */
interface SandboxAiOptions extends SandboxAddress {
  /** Wait before every answer; 0 when absent. */
  latencyMs?: number;
}

/** A sandbox AI that runs; its URL has no `/v1` prefix. */
export type SandboxAi = SandboxServer;

/** Starts the sandbox AI: deterministic, OpenAI-compatible, for development, tests and sandbox partner keys. */
export function startSandboxAi({ latencyMs = 0, ...address }: SandboxAiOptions): Promise<SandboxAi> {
  const faults = new Faults(latencyMs);
  const log = new RequestLog();
  return startSandboxServer(address, (request, response) => {
    route(request, response, faults, log).catch((error: unknown) => sendProblem(response, error));
  });
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
    case 'POST /v1/embeddings':
      return answerEmbeddings(request, response, faults, log);
    case 'GET /v1/models':
      return sendJson(response, 200, {
        object: 'list',
        data: [sandboxModel, sandboxEmbeddings].map((id) => ({
          id,
          object: 'model',
          created: 1_767_225_600,
          owned_by: 'marketwright',
        })),
      });
    case 'GET /healthz':
      return sendJson(response, 200, { status: 'ok', sandbox: true, model: sandboxModel });
    case 'GET /__sandbox/requests':
      return sendJson(response, 200, log.summary(Number(url.searchParams.get('limit') ?? 50)));
    case 'PUT /__sandbox/faults':
      faults.replace(await readJson(request));
      break;
    case 'DELETE /__sandbox/faults':
      faults.replace({});
      break;
    case 'GET /__sandbox/faults':
      break;
    default:
      throw new HttpProblem(404, `Unknown request URL: ${request.method} ${url.pathname}`);
  }
  sendJson(response, 200, faults.current());
}

function sendProblem(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else if (error instanceof HttpProblem) sendError(response, error.status, error.message, error.code);
  else if (error instanceof ZodError) sendError(response, 400, error.issues.map(({ message }) => message).join('; '));
  else sendError(response, 500, 'The sandbox failed', 'server_error');
}
