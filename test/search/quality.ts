/** `node --import tsx test/search/quality.ts`: prints how well the search finds what the labelled questions ask for. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { builtinEmbedder } from '../../relay/search/builtin/index.ts';
import { fitTableOf, measureFit } from './quality/measure-fit.ts';
import { measureEmbedder, measureFused, measureWords, tableOf } from './quality/measure.ts';

const embedder = builtinEmbedder(nextTurn);
const rows = [await measureWords(), await measureEmbedder(embedder), await measureFused(embedder)];
console.log(tableOf(rows));
console.log(`\n${fitTableOf(await measureFit(embedder))}`);
