import { escapeHtml, paragraphs } from './html.ts';
import { renderSchema, typeOf } from './schema-html.ts';
import type { OpenApiDocument, OpenApiOperation, Parameter } from './types.ts';

interface Entry {
  method: string;
  path: string;
  operation: OpenApiOperation;
}

/** The document as a page for people: one HTML text that needs no script but for its search. */
export function renderDocs(document: OpenApiDocument): string {
  const { info, servers, tags, components } = document;
  const entries: Entry[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const areas = tags.map((tag) => ({
    ...tag,
    anchor: `area-${tag.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    entries: entries.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const server = servers[0]?.url ?? '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the routes</a>
<header>
<h1>${escapeHtml(info.title)} API <small>${escapeHtml(info.version)}</small></h1>
<label>Search <input type="search" id="search" placeholder="path, summary or field" autocomplete="off"></label>
<p id="found" role="status"></p>
</header>
<nav aria-label="Routes">
${areas.map((area) => `<details open><summary>${escapeHtml(area.name)}</summary><ul>${area.entries.map(link).join('')}</ul></details>`).join('\n')}
</nav>
<main id="main">
${paragraphs(info.description)}
<dl class="facts">
<dt>Base URL</dt><dd><code>${escapeHtml(server)}</code></dd>
<dt>Machine-readable</dt><dd><a href="/openapi.json">openapi.json</a> (OpenAPI ${escapeHtml(document.openapi)})</dd>
</dl>
${areas
  .map(
    (area) => `<section id="${area.anchor}"><h2>${escapeHtml(area.name)}</h2>${paragraphs(area.description)}
${area.entries.map((entry) => article(entry, server, components)).join('\n')}</section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

function link({ method, path, operation }: Entry): string {
  const name = `<b class="${method}">${method}</b> ${breakable(escapeHtml(path))}`;
  return `<li data-for="${operation.operationId}"><a href="#${operation.operationId}">${name}</a></li>`;
}

/** Lets a long path break before its slashes rather than anywhere. */
function breakable(path: string): string {
  return path.replace(/(?<=.)\//g, '<wbr>/');
}

function article(entry: Entry, server: string, components: OpenApiDocument['components']): string {
  const { method, path, operation } = entry;
  const parameters = operation.parameters.map((parameter) => resolve(parameter, components));
  const body = operation.requestBody?.content['application/json']?.schema;
  const extension = operation['x-extension'] ? ' <span class="tag">extension</span>' : '';
  return `<article id="${operation.operationId}">
<h3><b class="${method}">${method}</b> <code>${escapeHtml(path)}</code>${extension}</h3>
<p><strong>${escapeHtml(operation.summary)}</strong></p>
${paragraphs(operation.description ?? '')}
${parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(parameters)}` : ''}
${body ? `<h4>Body</h4>${renderSchema(body, components.schemas)}` : ''}
<h4>Answers</h4>
${Object.entries(operation.responses)
  .map(([status, answer]) => response(status, answer, components))
  .join('\n')}
<details><summary>curl</summary><pre tabindex="0">${escapeHtml(curl(entry, server))}</pre></details>
</article>`;
}

function response(
  status: string,
  answer: OpenApiOperation['responses'][string],
  components: OpenApiDocument['components'],
): string {
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? [];
  const title = `<b class="s${status[0]}">${status}</b> ${paragraphs(answer.description, true)}`;
  if (Number(status) >= 400 || !content) return `<p class="answer">${title}</p>`;
  const shape = type === 'application/json' ? renderSchema(content.schema, components.schemas) : `<p>${type}</p>`;
  return `<details class="answer"><summary>${title}</summary>${shape}</details>`;
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(
    ({ name = '', in: place = '', required, schema = {}, description }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required ? ' <span class="tag">required</span>' : ''}</th>` +
      `<td>${place}</td><td>${typeOf(schema)}${description ? `<br>${paragraphs(description, true)}` : ''}</td></tr>`,
  );
  const head = '<tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th></tr>';
  return `<div class="scroll" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function resolve(parameter: Parameter, components: OpenApiDocument['components']): Parameter {
  const name = parameter.$ref?.split('/').at(-1);
  return (name && components.parameters[name]) || parameter;
}

function curl({ method, path, operation }: Entry, server: string): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${server}${path}'`,
    `-H "Authorization: Bearer $API_KEY"`,
  ];
  if (operation.requestBody) lines.push(`-H 'Content-Type: application/json'`, `-d '{}'`);
  return lines.join(' \\\n  ');
}
