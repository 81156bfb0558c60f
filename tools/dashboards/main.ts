import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../infra/deploy/programs.ts';
import { grafanaJson } from './dashboard.ts';
import { DASHBOARDS } from './dashboards.ts';

/** `npm run dashboards`: writes the dashboards that Grafana loads. */
const folder = path.join(ROOT, 'deploy/monitoring/dashboards');
await mkdir(folder, { recursive: true });
for (const [name, dashboard] of Object.entries(DASHBOARDS)) {
  await writeFile(path.join(folder, name), `${JSON.stringify(grafanaJson(dashboard), null, 2)}\n`);
}
