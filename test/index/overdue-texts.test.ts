import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadParser } from '../../daemon/index/parser/parser.ts';
import { loadPlaceReader } from '../../daemon/index/places/place-reader.ts';
import { leastBundleLength } from '../../daemon/kernel/text-limits.ts';
import { boundedCall } from '../../shared/node/time/bounded-call.ts';

const test = suite('texts that keep the compiler busy');

/** The compiler reads each level twice: this would take it years. */
const nested = `export const v = ${'async (a='.repeat(60)}1${')'.repeat(60)};`;
/** It looks at the rest of the words for each of them. */
const modifiers = `${'static '.repeat(20)}\n`.repeat(2_000);
const plain = 'export function login(name: string) { return name; }';

for (const [name, text] of Object.entries({ nested, modifiers }))
  test(`HOK-2 ${name}: such a text has no symbols and no places, and the next one has its own`, async () => {
    const [parser, places] = await Promise.all([loadParser(), loadPlaceReader()]);
    const known = parser.analyse('src/login.ts', plain);
    assert.is(parser.analyse('src/bad.ts', text), undefined);
    assert.is(places.read('src/bad.ts', `${text} `), undefined);
    assert.equal(parser.mentions('src/bad.ts', text).modules, []);
    assert.equal(parser.analyse('src/login.ts', plain), known);
    assert.is(places.read('src/login.ts', plain)?.places.length, 1);
  });

test('HOK-2: a text that took too long is not tried again', async () => {
  const parser = await loadParser();
  const text = `${nested}\n`;
  parser.analyse('src/bad.ts', text);
  const startedAt = performance.now();
  parser.analyse('src/bad.ts', text);
  parser.layout('src/bad.ts', text);
  assert.ok(performance.now() - startedAt < 500);
});

test('HOK-2: a long text with long lines is not parsed, as it is a bundle; with shorter lines it is', async () => {
  const parser = await loadParser();
  const ofLines = (perLine: number, length: number) => {
    const line = `${'f(1234);'.repeat(perLine)}\n`;
    return line.repeat(Math.ceil(length / line.length));
  };
  const isParsed = (text: string) => parser.parse('src/dist.js', text) !== undefined;
  assert.not(isParsed(ofLines(60, leastBundleLength)));
  assert.ok(isParsed(ofLines(40, leastBundleLength)));
  assert.ok(isParsed(ofLines(60, leastBundleLength / 2)));
});

test('HOK-2: of texts that are read together only those are without symbols that cannot be parsed', async () => {
  const parser = await loadParser();
  const deep = `export const v = ${`${'['.repeat(100)}\n`.repeat(500)}${`${']'.repeat(100)}\n`.repeat(500)};`;
  const texts = [plain, `${nested}\n\n`, plain, deep, 'export const = 1;', plain].map((text) => ({
    path: 'src/login.ts',
    text,
  }));
  const known = parser.analyse('src/login.ts', plain);
  assert.equal(parser.analyseAll(texts), [known, undefined, known, undefined, undefined, known]);
  assert.equal(parser.analyseAll([]), []);
});

test('a bounded call gives its value, its error, or what was too much', () => {
  assert.equal(
    boundedCall(1_000, () => 1),
    { kind: 'ended', value: 1 },
  );
  const deep = (): number => 1 + deep();
  assert.equal(boundedCall(1_000, deep), { kind: 'too_deep' });
  const endless = (): never => {
    for (;;);
  };
  assert.equal(boundedCall(10, endless), { kind: 'overdue' });
  const broken = (): never => {
    throw new TypeError('broken');
  };
  assert.throws(() => boundedCall(1_000, broken), /^broken$/);
});

test.run();
