import { readFileSync, writeFileSync } from 'node:fs';
import { BEGIN, dataRegister, END } from './data-register.ts';

const FILE = new URL('../docs/auditors.md', import.meta.url);
const [before = '', rest = ''] = readFileSync(FILE, 'utf8').split(BEGIN);
const [, after = ''] = rest.split(END);
writeFileSync(FILE, `${before}${BEGIN}\n\n${dataRegister()}\n\n${END}${after}`);
