/**
 * `node --import tsx test/meetings/reader/measure.ts [FOLDER] [--verbose]`: how the reader without a model does on marked
 * transcripts. FOLDER is by default the half by which it is developed.
 */
import { fileURLToPath } from 'node:url';
import { heading, line } from './lines.ts';
import { markedTranscripts } from './marks.ts';
import { readMarked } from './read-marked.ts';
import { add, emptyScore, scoreOf } from './score.ts';

const given = process.argv.slice(2);
const isVerbose = given.includes('--verbose');
const here = fileURLToPath(new URL('../transcripts/', import.meta.url));
const folder = given.find((one) => !one.startsWith('--')) ?? here;

const total = emptyScore();
console.log(heading);
for (const transcript of markedTranscripts(folder)) {
  const score = scoreOf(transcript, await readMarked(transcript));
  add(total, score);
  console.log(`${line(score)}  ${transcript.name} (${transcript.marks.kind})`);
  if (isVerbose) console.log(score.remarks.join('\n'));
}
console.log(`${line(total)}  all`);
