import { fileURLToPath } from 'node:url';
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { describeCircle, findAreaCircles, TOP_FOLDERS } from './areas.ts';

/** Checks the imports of the working directory against .dependency-cruiser.mjs, and the areas for import cycles. */
const CONFIG = fileURLToPath(new URL('../.dependency-cruiser.mjs', import.meta.url));

const { output: result } = await cruise(TOP_FOLDERS, await extractOptions(CONFIG));
if (typeof result === 'string') throw new Error('An output type is set.');
const report = await format(result, { outputType: 'err' });
process.stdout.write(String(report.output));

const imports = result.modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
);
const circles = findAreaCircles(imports);
process.stdout.write(circles.map((circle) => `${describeCircle(circle)}\n`).join(''));
process.exitCode = report.exitCode > 0 || circles.length > 0 ? 1 : 0;
