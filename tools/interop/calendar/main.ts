/**
 * `npm run interop calendar`: has the icalendar package of PyPI read what we write, and keeps what it found for the tests, which hold it
 * against what is in the calendar. Needs Python and a package index.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { writeCorpus } from '../../../test/environment/calendar/corpus.ts';
import { ensurePython } from '../../../test/environment/python.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const FOUND = new URL('../../../test/environment/calendar/icalendar.json', import.meta.url);

const bin = await ensurePython(`${FOLDER}requirements.txt`);
const body = await writeCorpus();
const { stdout } = await execa(`${bin}/python`, [`${FOLDER}read.py`], {
  input: body,
  env: { PYTHONIOENCODING: 'utf-8' },
});
const found = JSON.parse(stdout);
const sha256 = createHash('sha256').update(body).digest('hex');
await writeFile(FOUND, `${JSON.stringify({ sha256, ...found }, null, 2)}\n`);
process.stdout.write(`icalendar read ${found.events.length} events; what it found is in icalendar.json.\n`);
