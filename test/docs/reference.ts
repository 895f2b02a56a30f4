/** `npm run reference` writes the pages that are made from the code. */
import { writeFileSync } from 'node:fs';
import { absolute } from './files.ts';
import { referencePages } from './reference-pages.ts';

for (const [path, text] of await referencePages()) writeFileSync(absolute(path), text);
