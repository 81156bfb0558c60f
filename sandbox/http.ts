import type { IncomingMessage, ServerResponse } from 'node:http';

const bodyLimitBytes = 8 * 1024 * 1024;

/** A request that gets an error answer. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string | null;

  constructor(status: number, message: string, code: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The body as text; throws HttpProblem 413. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyLimitBytes) throw new HttpProblem(413, 'The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The parsed body; throws HttpProblem 400 or 413. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readText(request);
  try {
    return JSON.parse(body);
  } catch {
    throw new HttpProblem(400, 'We could not parse the JSON body of your request');
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
