/**
 * `npm run examples`: runs the acceptance tests, or those given (`-- test/acceptance/seo.test.ts`), and takes the examples of the API
 * document from their requests and responses. Routes that no test called keep their examples. With the name of a route
 * (`-- "GET /app/me"`) it runs the tests that name it, and writes the example of that route only.
 */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { routesOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { chooseExample, type Example } from './choose.ts';
import type { Exchange } from './record.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLES = path.join(ROOT, 'api/openapi/examples.json');

const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-examples-'));
try {
  const file = path.join(folder, 'exchanges.jsonl');
  const { routes, tests } = chosen(process.argv.slice(2));
  const jest = await execa('npm', ['run', 'jest', '--', ...tests, '--selectProjects', 'acceptance'], {
    cwd: ROOT,
    env: { EXAMPLES_FILE: file },
    stdio: 'inherit',
    reject: false,
  });
  const exchanges = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): Exchange => JSON.parse(line));
  await writeExamples(exchanges.filter(({ route }) => routes.length === 0 || routes.includes(route)));
  process.exitCode = jest.exitCode ?? 1;
} finally {
  await rm(folder, { recursive: true });
}

/** The routes whose examples are written, all if there are none, and the tests to run. Throws for an unknown route. */
function chosen(names: readonly string[]): { routes: readonly string[]; tests: readonly string[] } {
  const routes = names.filter((name) => /^[A-Z]+ \//.test(name));
  const known = routesOf(AREAS).map(({ method, path: route }) => `${method} ${route}`);
  const unknown = routes.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no route ${unknown.join(', ')}.`);
  const naming = globSync('test/acceptance/*.test.ts', { cwd: ROOT }).filter((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    return routes.some((name) => text.includes(`'${name}'`));
  });
  if (routes.length > 0 && naming.length === 0)
    throw new Error(`No acceptance test names ${routes.join(', ')}: examples are recorded from one.`);
  return { routes, tests: [...naming, ...names.filter((name) => !routes.includes(name))] };
}

async function writeExamples(exchanges: readonly Exchange[]): Promise<void> {
  const known = JSON.parse(await readFile(EXAMPLES, 'utf8')) as Record<string, Example>;
  const examples: Record<string, Example> = {};
  for (const { method, path: route, ...rest } of routesOf(AREAS)) {
    const name = `${method} ${route}`;
    const status = rest.kind === 'json' ? rest.successStatus : 200;
    const fitting = exchanges.filter((exchange) => exchange.route === name && exchange.status === status);
    const example = chooseExample(fitting) ?? known[name];
    if (example) examples[name] = example;
  }
  await writeFile(EXAMPLES, `${JSON.stringify(examples, null, 2)}\n`);
  await execa('npx', ['biome', 'format', '--write', EXAMPLES], { cwd: ROOT });
  process.stdout.write(`${Object.keys(examples).length} routes have examples.\n`);
}
