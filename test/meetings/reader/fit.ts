/**
 * `node --import tsx test/meetings/reader/fit.ts [--verbose]`: fits the weights of the reader on the marked transcripts, and says how
 * it does on each tenth of them with weights of the others. With `--write` it writes the weights of all of them into `weights.json` and
 * `trees.json`.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Trees, WrittenTrees } from '../../../relay/meetings/reader/trees.ts';
import type { ByKind, ReaderWeights, Weights } from '../../../relay/meetings/reader/weights.ts';
import { isShortTalk } from '../../../relay/meetings/reader/short/plain.ts';
import { turnsIn } from '../../../relay/meetings/text/turns.ts';
import { line } from './lines.ts';
import { markedTranscripts } from './marks.ts';
import { readMarked } from './read-marked.ts';
import { add, emptyScore, scoreOf } from './score.ts';
import { lessonOf, weightsOf } from './training.ts';

const parts = 10;
const here = fileURLToPath(new URL('../transcripts/', import.meta.url));
// A short talk is read with the same weights and more of each likelihood, so it does not change them.
const transcripts = markedTranscripts(here).filter(({ text }) => !isShortTalk(turnsIn(text)));
const lessons = await Promise.all(transcripts.map(lessonOf));

if (process.argv.includes('--write')) write(await weightsOf(lessons));
else await crossValidate();

async function crossValidate(): Promise<void> {
  const total = emptyScore();
  for (let part = 0; part < parts; part += 1) {
    const weights = await weightsOf(lessons.filter((_, at) => at % parts !== part));
    for (const transcript of transcripts.filter((_, at) => at % parts === part)) {
      const score = scoreOf(transcript, await readMarked(transcript, weights));
      add(total, score);
      console.log(`${line(score)}  ${transcript.name}`);
      if (process.argv.includes('--verbose')) console.log(score.remarks.join('\n'));
    }
  }
  console.log(`${line(total)}  each by the weights of the others`);
}

function write({ decisions, actions, short, long }: ReaderWeights): void {
  save('weights.json', {
    decisions: table(decisions),
    actions: table(actions),
    around: tables(short.around),
    standing: tables(short.standing),
  });
  save('trees.json', {
    decisions: written(long.around.decisions),
    actions: written(long.around.actions),
    standing: tables(long.standing),
  });
}

function tables({ decisions, actions }: ByKind<Weights>): ByKind<Weights> {
  return { decisions: table(decisions), actions: table(actions) };
}

/** A line for each table of weights. */
function save(name: string, content: object): void {
  const text = JSON.stringify(content, null, 2).replace(/\{[^{}[\]]*\}/g, (one) =>
    JSON.stringify(JSON.parse(one)),
  );
  writeFileSync(new URL(`../../../relay/meetings/reader/${name}`, import.meta.url), `${text}\n`);
}

function written({ trees, ...others }: Trees): WrittenTrees {
  return { ...others, trees: trees.map((one) => JSON.stringify(one)) };
}

/** The weights that count, the strongest first. */
function table(weights: Weights): Weights {
  const rounded = Object.entries(weights)
    .map(([name, weight]) => [name, Math.round(weight * 100) / 100] as const)
    .filter(([, weight]) => Math.abs(weight) >= 0.05)
    .toSorted(([, one], [, other]) => other - one);
  return Object.fromEntries(rounded);
}
