/** What a browser has to load before it can show the first view; the numbers are of the build that `npm test` makes. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const built = new URL('../../dist/dashboard/', import.meta.url);
const mostGzipBytes = 90 * 1_024;

const contentOf = (file: string) => readFileSync(new URL(file, built), 'utf8');

/** The script with what it imports at once; what a view loads when it opens is an `import(…)`. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = contentOf(file).matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  for (const [, name] of imports) withImports(`assets/${name}`, found);
  return found;
}

test('DSH-7 the script of the first view is at most 90 KiB as gzip', () => {
  const [, first = ''] = /src="[^"]*(assets\/[\w.-]+\.js)"/.exec(contentOf('index.html')) ?? [];
  const [, view = ''] = /import\(["'`]\.\/(now-[\w-]+\.js)["'`]\)/.exec(contentOf(first)) ?? [];
  const files = withImports(`assets/${view}`, withImports(first));
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(contentOf(file)).length, 0);
  console.log(`The first view: ${files.size} scripts, ${(bytes / 1_024).toFixed(1)} KiB as gzip.`);
  assert.ok(bytes <= mostGzipBytes, `${bytes} bytes`);
});

test('DSH-7 no file of the build names another host to load from', () => {
  const loads =
    /(?:src|href)="(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\/|@import\s+["'](?:https?:)?\/\//;
  const html = contentOf('index.html');
  assert.not.match(html, loads);
  for (const [, file = ''] of html.matchAll(/(assets\/[\w.-]+\.css)/g))
    assert.not.match(contentOf(file), loads);
});

test.run();
