/** `node test/write-design-tokens.ts`: writes docs/design-tokens.md and its picture from console/src/tokens.ts. */
import { writeFileSync } from 'node:fs';
import { tokenPage, tokenPicture } from './design-tokens.ts';

const at = (path: string) => new URL(`../docs/${path}`, import.meta.url);
writeFileSync(at('design-tokens.md'), tokenPage());
writeFileSync(at('images/design-tokens.svg'), tokenPicture());
