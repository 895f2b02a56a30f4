/** `node --import tsx relay/search/builtin/lexicon/prepare/main.ts FILE`: the build writes the computed lexicon so. */
import { writeFileSync } from 'node:fs';
import { computeLexicon } from '../lexicon.ts';
import { preparedFrom } from '../prepared.ts';

const [, , file = ''] = process.argv;
writeFileSync(file, preparedFrom(computeLexicon()));
