import { createHash } from 'node:crypto';
import { API_PREFIX } from '../paths.ts';
import { readBundle, readPackage } from './reference-bundle.ts';

/**
 * Scalar writes style attributes, so inline styles are allowed; scripts come from files of this service only, and nothing is
 * asked of another origin.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Scalar's settings: what would ask or lead to its makers' servers is off, and requests go to where the page came from. */
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
  // Keys stay in the memory of the page.
  persistAuth: false,
};

/** A script of the page; its path has a hash of what it is made from. */
interface ReferenceAsset {
  path: string;
  make: () => string;
}

/** The scripts of the page in the order in which they run: what starts Scalar on the document once it is there, and Scalar. */
export function referenceAssets(documentPath: string): ReferenceAsset[] {
  const start = startScript({ url: documentPath, ...CONFIGURATION });
  return [
    { path: pathOf('start', start), make: () => start },
    { path: pathOf('scalar', readPackage()), make: readBundle },
  ];
}

/** Zod, which is in the bundle, would try `new Function` to see whether it may; the policy forbids that, and browsers report the try. */
function startScript(configuration: object): string {
  return `globalThis.__zod_globalConfig = { jitless: true };
addEventListener('DOMContentLoaded', () => Scalar.createApiReference('#reference', ${JSON.stringify(configuration)}));
`;
}

/** The page around Scalar's reference; without scripts it says where the document is. */
export function referencePage(scripts: readonly string[], documentPath: string): string {
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
