/** `node --import tsx test/search/usage/regenerate-usage.ts`: to run after a sentence was changed. */
import { writeFileSync } from 'node:fs';
import { dataFile } from '../../../relay/search/builtin/lexicon/concepts.ts';
import { usageText } from './count-usage.ts';

writeFileSync(dataFile('usage.txt'), usageText());
