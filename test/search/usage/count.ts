/** `node --import tsx test/search/usage/count.ts`: counts the sentences anew, after one of them was changed. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { usageTable } from './table.ts';

const file = new URL('../../../relay/search/builtin/lexicon/usage.ts', import.meta.url);
writeFileSync(fileURLToPath(file), usageTable());
