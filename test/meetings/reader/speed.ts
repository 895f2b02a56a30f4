/** `node --import tsx test/meetings/reader/speed.ts`: time, memory and the longest stretch of the reader on two hours of talk. */
import { fileURLToPath } from 'node:url';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';
import { markedTranscripts } from './marks.ts';

const words = 18_000;
const here = fileURLToPath(new URL('../transcripts/', import.meta.url));
const named = markedTranscripts(here).filter(({ name }) => !name.startsWith('minutes'));
const talk: string[] = [];
let count = 0;
for (let at = 0; count < words; at += 1) {
  const { text } = named[at % named.length] ?? { text: '' };
  talk.push(text);
  count += text.split(/\s+/).length;
}

let longest = 0;
/** Of processor time, since others use this machine too. */
const now = () => process.cpuUsage().user / 1_000;
let last = now();
let isOver = false;
function look(): void {
  const at = now();
  longest = Math.max(longest, at - last);
  last = at;
  if (!isOver) setImmediate(look);
}

for (const round of ['first', 'second', 'third']) {
  const began = performance.now();
  const turns = turnsIn(talk.join('\n\n'));
  const split = performance.now() - began;
  const memory = process.memoryUsage().rss;
  const busy = process.cpuUsage();
  isOver = false;
  longest = 0;
  last = now();
  setImmediate(look);
  const found = await readTranscript(turns, {
    people: new Set(speakersOf(turns)),
    nowMs: Date.parse('2026-03-04T12:00:00Z'),
  });
  isOver = true;
  const took = performance.now() - began;
  const { user } = process.cpuUsage(busy);
  const more = (process.memoryUsage().rss - memory) / 1e6;
  console.log(
    `${round}: ${count} words, ${took.toFixed(0)} ms (turns ${split.toFixed(0)} ms, CPU ${(user / 1_000).toFixed(0)} ms), ${((1_000 * took) / count).toFixed(1)} ms per 1,000 words, longest ${longest.toFixed(1)} ms, +${more.toFixed(0)} MB, ${found.decisions.length} decisions, ${found.actions.length} actions`,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
}
