import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { ROOT } from '../../infra/deploy/programs.ts';
import { deliveredPackages } from '../../test/environment/delivered-packages.ts';
import { type Component, compareWithLock } from './components.ts';

/**
 * `npm run sbom`: writes the bill of materials of what is delivered to `dist/sbom.cdx.json` (`-- --output FILE`: elsewhere), in
 * CycloneDX 1.6, by package-lock.json. Exits with 1, and writes nothing, when the bill does not fit its schema, lacks a package
 * or has one that is not delivered.
 */
const { values } = parseArgs({
  options: { output: { type: 'string', default: path.join(ROOT, 'dist', 'sbom.cdx.json') } },
});
const generator = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-npm');
// Without this package, which it may lack, it would leave out the validation and succeed.
createRequire(generator).resolve('ajv-formats-draft2019');

const { stdout } = await execa(
  process.execPath,
  [
    path.join(path.dirname(generator), 'bin/cyclonedx-npm-cli.js'),
    '--package-lock-only',
    '--omit=dev',
    '--no-workspaces',
    '--flatten-components',
    '--output-reproducible',
    '--validate',
    '--output-file=-',
  ],
  { cwd: ROOT, stderr: 'inherit', stdin: 'ignore' },
);
const { components } = JSON.parse(stdout) as { components: Component[] };
const delivered = deliveredPackages();
const { missing, surplus } = compareWithLock(components, delivered);
for (const line of missing) process.stderr.write(`missing: ${line}\n`);
for (const line of surplus) process.stderr.write(`not delivered: ${line}\n`);
if (missing.length + surplus.length > 0) process.exit(1);
const output = path.resolve(values.output);
await mkdir(path.dirname(output), { recursive: true });
await writeFile(output, `${stdout}\n`);
process.stdout.write(
  `${components.length} components, all ${delivered.length} packages that are delivered: ${output}\n`,
);
