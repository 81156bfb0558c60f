import { readFileSync } from 'node:fs';
import { request as call, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { ROOT } from '../../deploy/programs.ts';
import { errorMessage } from '../files.ts';

const CONSOLE = '/console';
const SCRIPTS = `${CONSOLE}/@dev/script-`;
/** Headers of the API's page that the page of Vite does not share. */
const NOT_SHARED = ['etag', 'content-length', 'transfer-encoding', 'connection', 'date', 'keep-alive', 'cache-control'];
const API_LIMIT_MS = 15_000;

/** Settings of startFront. */
export interface FrontOptions {
  host: string;
  port: number;
  /** The origin that browsers use. */
  publicUrl: string;
}

/** The one origin of the dev loop. */
export interface Front {
  port: number;
  /** Sets the API once it is known, and how to wait until it serves. */
  serveApi(api: { origin: string; ready: (limitMs: number) => Promise<void> }): void;
  close(): Promise<void>;
}

/**
 * Serves one origin, as production does: the console's modules by Vite, with hot reload over a WebSocket of the same origin, its page with the
 * API's headers and settings, all else by the API. Requests wait while the API restarts.
 */
export async function startFront({ host, port, publicUrl }: FrontOptions): Promise<Front> {
  let api: { origin: string; ready: (limitMs: number) => Promise<void> } | undefined;
  let scripts: readonly string[] = [];

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => sendText(response, 503, errorMessage(error)));
  });
  const vite = await startVite(server, new URL(publicUrl).hostname);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    if (url.startsWith(SCRIPTS)) {
      sendScript(response, scripts[Number.parseInt(url.slice(SCRIPTS.length), 10)]);
      return;
    }
    if (url !== CONSOLE && !url.startsWith(`${CONSOLE}/`) && !url.startsWith(`${CONSOLE}?`)) return toApi();
    if (url.startsWith(`${CONSOLE}/`)) {
      // Paths unknown to Vite are routes of the console.
      await new Promise<void>((resolve, reject) => {
        response.once('close', resolve);
        vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
      });
      if (response.headersSent || response.destroyed) return;
    }
    await sendPage(url, response);

    async function toApi(): Promise<void> {
      const { origin } = await readyApi();
      proxy(request, response, origin);
    }
  }

  async function sendPage(url: string, response: ServerResponse): Promise<void> {
    const { origin } = await readyApi();
    const served = await fetch(`${origin}${CONSOLE}`);
    const source = readFileSync(path.join(ROOT, 'console/index.html'), 'utf8');
    const page = devPage(
      await vite.transformIndexHtml(url, source),
      { headers: served.headers, html: await served.text() },
      (index) => `${SCRIPTS}${index}.js`,
    );
    scripts = page.scripts;
    for (const [name, value] of served.headers) if (!NOT_SHARED.includes(name)) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    response.writeHead(served.status).end(page.html);
  }

  async function readyApi(): Promise<{ origin: string }> {
    if (!api) throw new Error('The API has not been started yet.');
    await api.ready(API_LIMIT_MS);
    return api;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch(async (error: unknown) => {
    await vite.close();
    throw error;
  });
  return {
    port,
    serveApi: (given) => {
      api = given;
    },
    async close() {
      await vite.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function startVite(server: Server, hostname: string): Promise<ViteDevServer> {
  const root = path.join(ROOT, 'console');
  return createVite({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    logLevel: 'warn',
    plugins: [react()],
    server: { middlewareMode: true, hmr: { server }, allowedHosts: [hostname] },
  });
}

function sendScript(response: ServerResponse, code: string | undefined): void {
  if (code === undefined) {
    sendText(response, 404, 'There is no such script.');
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' }).end(code);
}

/** The console's page as the API serves it. */
export interface ServedPage {
  headers: Headers;
  html: string;
}

/** The page that Vite made, as the API would serve it. */
export interface DevPage {
  html: string;
  /** Scripts that stood in the page, which its policy forbids; they are served as files, in this order. */
  scripts: readonly string[];
}

const SETTINGS = /<meta name="marketwright" content="([^"]*)"/;
const NONCE = /'nonce-([^']+)'/;
const INLINE_SCRIPT = /<script type="module"(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Puts the API's settings and nonce into Vite's page, and takes the scripts out that stand in it: the page is held to the same policy
 * as in production. Throws when the API's page has no settings or its policy no nonce.
 */
export function devPage(viteHtml: string, served: ServedPage, scriptUrl: (index: number) => string): DevPage {
  const settings = SETTINGS.exec(served.html)?.[1];
  const nonce = NONCE.exec(served.headers.get('Content-Security-Policy') ?? '')?.[1];
  if (settings === undefined || nonce === undefined) throw new Error('The API serves no page of the console.');
  const scripts: string[] = [];
  const html = viteHtml
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__SETTINGS__', settings)
    // Served by the API from its root; Vite takes it for a file of the console.
    .replace('href="/console/favicon.svg"', 'href="/favicon.svg"')
    .replace(INLINE_SCRIPT, (_script, code: string) => {
      scripts.push(code);
      return `<script type="module" src="${scriptUrl(scripts.length - 1)}"></script>`;
    });
  return { html, scripts };
}

/** Hands a request to the API as it came, and its answer back as it comes, event streams included. */
export function proxy(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { hostname, port } = new URL(origin);
  const { method, headers, url: path } = request;
  const upstream = call({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  upstream.once('error', (error) => sendText(response, 502, `The API did not answer: ${errorMessage(error)}`));
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** Answers in plain text, or ends an answer that has begun. */
function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}
