import { createHash } from 'node:crypto';
import Negotiator from 'negotiator';
import { CONSOLE_PREFIX } from '../console/settings.ts';
import type { HttpContext } from '../context.ts';
import type { Page } from '../health/pages.ts';
import { API_PREFIX } from '../paths.ts';
import { type StaticPage, staticPage } from '../static-page.ts';
import type { DocumentOptions } from './document.ts';
import { readBrotliBundle, readBundle, readPackage } from './reference-bundle.ts';
import { documentAsJson, documentAsYaml } from './texts.ts';

/**
 * Scalar writes style attributes, so inline styles are allowed; scripts are files of this service, and nothing is
 * loaded from another origin.
 */
const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue',
].join('; ');

/** Scalar's settings: no requests or links to its makers' servers; API requests go to the origin of the page. */
const CONFIGURATION = {
  servers: [{ url: API_PREFIX, description: 'This service' }],
  authentication: { preferredSecurityScheme: 'partnerKey' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // Keys stay in the page's memory.
  persistAuth: false,
};

/** A script of the page; its path contains a hash of its source. */
interface ReferenceAsset {
  path: string;
  make: () => string;
  readBrotli?: () => Buffer | undefined;
}

/** The scripts of the page in order: one that starts Scalar on the document once it is loaded, and Scalar. */
function referenceAssets(documentPath: string): ReferenceAsset[] {
  const start = startScript({ url: documentPath, ...CONFIGURATION });
  return [
    { path: pathOf('start', start), make: () => start },
    { path: pathOf('scalar', readPackage()), make: readBundle, readBrotli: readBrotliBundle },
  ];
}

/** Zod, in the bundle, would try `new Function`; the policy forbids that, and browsers report the attempt. */
function startScript(configuration: object): string {
  return `globalThis.__zod_globalConfig = { jitless: true };
addEventListener('DOMContentLoaded', () => Scalar.createApiReference('#reference', ${JSON.stringify(configuration)}));
`;
}

/** The page with Scalar's reference; without scripts it links to the document. */
function referencePage(scripts: readonly string[], documentPath: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marketwright API</title>
<link rel="icon" href="/favicon.svg">
${scripts.map((path) => `<script src="${path}" defer></script>`).join('\n')}
</head>
<body>
<noscript>
<h1>Marketwright API</h1>
<p>The <a href="/docs/guides">guides</a> tell how to use it.</p>
<p>This page shows the API with a script. The same is in <a href="${documentPath}">${documentPath}</a>, an OpenAPI document.</p>
</noscript>
<div id="reference"></div>
</body>
</html>
`;
}

function pathOf(name: string, content: string | Buffer): string {
  return `/docs/${name}.${createHash('sha256').update(content).digest('hex').slice(0, 16)}.js`;
}

const DOCUMENT_PATH = '/openapi.json';
const YAML_PATH = '/openapi.yaml';
const REFERENCE_PATH = '/docs';

/** The routes do not change while the process runs, so clients may cache the pages for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';
/** A file whose name contains the hash of its content never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Leads people with browsers to the console, and programs to the page of the API. */
function leadOn(ctx: HttpContext): void {
  ctx.vary('Accept');
  // A client that takes anything, as programs do, has not asked for a page.
  const asked = new Negotiator(ctx.req).mediaTypes().filter((type) => type === 'text/html');
  const wants = new Negotiator(ctx.req).mediaType(['text/html', 'application/json']);
  ctx.redirect(asked.length > 0 && wants === 'text/html' ? CONSOLE_PREFIX : REFERENCE_PATH);
}

/** `/openapi.json`, the same as `/openapi.yaml`, and `/docs` for people, which shows it with Scalar's API reference. */
export function documentPages(options: DocumentOptions): Record<string, Page> {
  const assets = referenceAssets(DOCUMENT_PATH);
  const pages: Record<string, StaticPage> = {
    [DOCUMENT_PATH]: {
      contentType: 'application/json; charset=utf-8',
      cacheControl: CACHE_CONTROL,
      make: () => documentAsJson(options),
    },
    [YAML_PATH]: {
      contentType: 'application/yaml; charset=utf-8',
      cacheControl: CACHE_CONTROL,
      make: () => documentAsYaml(options),
    },
    [REFERENCE_PATH]: {
      contentType: 'text/html; charset=utf-8',
      cacheControl: CACHE_CONTROL,
      policy: REFERENCE_POLICY,
      make: () =>
        referencePage(
          assets.map((asset) => asset.path),
          DOCUMENT_PATH,
        ),
    },
  };
  for (const { path, make, readBrotli } of assets) {
    pages[path] = { contentType: 'text/javascript; charset=utf-8', cacheControl: IMMUTABLE, make, readBrotli };
  }
  const served = Object.entries(pages).map(([path, page]) => [path, staticPage(page)]);
  return { '/': leadOn, ...Object.fromEntries(served) };
}
