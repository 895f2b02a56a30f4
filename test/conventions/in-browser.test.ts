/** A page matches files with the very globs that deny a write: the module is bundled for a browser as it is. */
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type * as Globs from '../../shared/conventions/globs.ts';

/** The module in a world that has nothing of Node. */
async function inBrowser(): Promise<typeof Globs> {
  const { outputFiles, warnings } = await build({
    entryPoints: [fileURLToPath(new URL('../../shared/conventions/globs.ts', import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'globs',
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  assert.equal(warnings, []);
  const text = outputFiles[0]?.text ?? '';
  assert.ok(text.length < 60_000, `${text.length} characters`);
  return runInContext(`${text}\nglobs`, createContext({})) as typeof Globs;
}

test('CNV-1 the files that a rule matches are found in a browser too', async () => {
  const { canonicalGlob, compileGlobs } = await inBrowser();
  const glob = canonicalGlob('src/**/*.{ts,tsx}');
  const matches = compileGlobs([String(glob), 'docs/[ab]*.md']);
  const files = ['src/a.ts', 'SRC/deep/b.TSX', 'src/a.js', 'docs/about.md', 'docs/c.md'];
  assert.equal(files.filter(matches), ['src/a.ts', 'SRC/deep/b.TSX', 'docs/about.md']);
  assert.is((canonicalGlob('../x') as { error: string }).error, 'ValidationError');
});

test.run();
