/** The lexicon as the build prepares it, read as the built program reads it: by code in `chunks`, beside `lexicon`. */
import { cp, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embedText } from '../../relay/search/builtin/index.ts';
import { computeLexicon } from '../../relay/search/builtin/lexicon/lexicon.ts';
import { heldOutExamples, tuningExamples } from '../search/embedder-examples.ts';

type Built = Pick<typeof import('../../relay/search/builtin/index.ts'), 'embedText'> &
  Pick<typeof import('../../relay/search/builtin/lexicon/prepared.ts'), 'preparedInParts'>;

const root = fileURLToPath(new URL('../../', import.meta.url));
const maxBytes = 1_048_576;
const texts = [...tuningExamples, ...heldOutExamples].flatMap(({ title, rationale, question }) => [
  `${title}\n${rationale}`,
  question,
]);

const test = suite<{ folder: string; prepared: string }>('the prepared lexicon');

test.before.each(async (context) => {
  context.folder = await mkdtemp(join(tmpdir(), 'coord-lexicon-'));
  context.prepared = join(context.folder, 'lexicon', 'prepared.json.gz');
  await cp(join(root, 'dist', 'lexicon'), join(context.folder, 'lexicon'), { recursive: true });
});
test.after.each(({ folder }) => rm(folder, { recursive: true, force: true }));

test('SIM-4 the build prepares the lexicon: the one that is computed, in less than 1 MB', async ({
  folder,
  prepared,
}) => {
  const { concepts, ...computed } = computeLexicon();
  const heads = concepts.map(({ name, weight }) => ({ name, weight }));
  assert.equal(readBy(await builtIn(folder)), { ...computed, concepts: heads });
  const { size } = await stat(prepared);
  assert.ok(size < maxBytes, `${size}`);
});

test('SIM-4 vectors by the prepared lexicon are those by the computed one, bit for bit', async ({
  folder,
}) => {
  const built = await builtIn(folder);
  assert.ok(readBy(built));
  for (const text of texts) assert.equal(bitsOf(built.embedText(text)), bitsOf(embedText(text)));
});

test('SIM-4 without a whole prepared lexicon of the same word lists it is computed', async ({
  folder,
  prepared,
}) => {
  const whole = await readFile(prepared);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1] = ~(flipped[whole.length >> 1] ?? 0) & 0xff;
  const list = join(folder, 'lexicon', 'data', 'mechanisms.txt');
  for (const harm of [
    () => truncate(prepared, whole.length >> 1),
    () => writeFile(prepared, flipped),
    () => writeFile(prepared, 'nothing of the kind'),
    () => rm(prepared),
    async () => {
      await writeFile(prepared, whole);
      await writeFile(list, `${await readFile(list, 'utf8')}\n# changed\n`);
    },
  ]) {
    await harm();
    const built = await builtIn(folder);
    assert.is(readBy(built), undefined);
    const [text = ''] = texts;
    assert.equal(bitsOf(built.embedText(text)), bitsOf(embedText(text)));
  }
});

test.run();

let builds = 0;

async function builtIn(folder: string): Promise<Built> {
  // Another name each time, as a module is loaded once.
  const outfile = join(folder, 'chunks', `${(builds += 1)}.mjs`);
  const contents = `export { embedText } from './index.ts';
    export { preparedInParts } from './lexicon/prepared.ts';`;
  await build({
    stdin: { contents, resolveDir: join(root, 'relay/search/builtin') },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
  });
  return (await import(pathToFileURL(outfile).href)) as Built;
}

function readBy({ preparedInParts }: Built) {
  const reading = preparedInParts();
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
  }
}

function bitsOf(vector: Float32Array): Uint32Array {
  return new Uint32Array(vector.buffer, vector.byteOffset, vector.length);
}
