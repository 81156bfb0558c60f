/** `node api/openapi/write.ts <file>`: writes the API document, from which the console's client is generated. */
import { writeFileSync } from 'node:fs';
import { routesOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { buildDocument } from './document.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Say which file to write.');
// The console uses the origin it was loaded from; this one only has to be a valid URL.
const document = buildDocument({ routes: routesOf(AREAS), publicUrl: 'https://marketwright.invalid' });
writeFileSync(file, JSON.stringify(document));
