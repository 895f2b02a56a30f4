/** `node --import tsx relay/search/builtin/lexicon/regenerate-usage.ts`: to run after a sentence was changed. */
import { writeFileSync } from 'node:fs';
import { usageText } from './count-usage.ts';
import { dataFile } from './concepts.ts';

writeFileSync(dataFile('usage.txt'), usageText());
