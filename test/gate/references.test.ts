/** Which files refer to which: what is kept from one state of a repository to the next is as if read at once. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ReferenceIndex } from '../../daemon/gate/discovery/reference-index.ts';
import type { FileMentions } from '../../daemon/index/parser/mentions/file-mentions.ts';
import { loadParser } from '../../daemon/index/parser/parser.ts';
import { isParsable } from '../../shared/symbols/parsable.ts';
import { createModuleResolver } from '../../daemon/index/graph/module-resolver.ts';

const paths = [
  'src/a.ts',
  'src/b.ts',
  'src/locales/en.ts',
  'data/a.json',
  'test/a.test.ts',
  'x.ts',
];
const texts = [
  '',
  "import { a } from './a.ts';\n",
  "import '../src/b';\nimport './locales/en.ts';\n",
  'await import(`./locales/${name}.ts`);\n',
  "import { readdirSync } from 'node:fs';\nreaddirSync('src');\n",
  "import { readFileSync } from 'node:fs';\nreadFileSync('data/a.json');\n",
  "import { execSync } from 'node:child_process';\nexecSync('npm run x');\n",
  "import './built.js';\n",
];

const parser = await loadParser();

interface Step {
  readonly path: string;
  /** Undefined for a file that is taken away. */
  readonly text: string | undefined;
  readonly opaque: readonly string[];
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  path: fc.constantFrom(...paths),
  text: fc.option(fc.constantFrom(...texts), { nil: undefined }),
  opaque: fc.constantFrom([], ['src/a.ts']),
});

class Repository {
  private readonly files = new Set<string>(paths);
  private readonly scans = new Map<string, FileMentions>();
  private readonly opaque = new Map<string, readonly string[]>();
  private readonly resolver = createModuleResolver(new Map());

  take({ path, text, opaque }: Step): void {
    this.scans.delete(path);
    this.files.delete(path);
    if (text === undefined) return;
    this.files.add(path);
    this.opaque.set(path, opaque);
    if (isParsable(path)) this.scans.set(path, parser.mentions(path, text));
  }

  bring(references: ReferenceIndex): ReferenceIndex {
    const { files, scans, resolver } = this;
    const opaqueImportsOf = (path: string) => this.opaque.get(path);
    const steps = references.updating({
      files: new Set(files),
      mentions: new Map(scans),
      resolver,
      opaqueImportsOf,
    });
    while (steps.next().done !== true);
    return references;
  }
}

function shown(references: ReferenceIndex) {
  const byPath = (one: { path: string }, other: { path: string }) =>
    one.path < other.path ? -1 : 1;
  return {
    referrers: paths.map((path) => [...references.referrersOf(path)].sort(byPath)),
    boundless: [...references.unboundedFiles].sort(),
  };
}

test('GAT-0: what is kept is as if read at once, whatever changes', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
      const repository = new Repository();
      const kept = new ReferenceIndex();
      for (const step of steps) {
        repository.take(step);
        const anew = repository.bring(new ReferenceIndex());
        assert.equal(shown(repository.bring(kept)), shown(anew));
      }
    }),
    { numRuns: 200 },
  );
});

test.run();
