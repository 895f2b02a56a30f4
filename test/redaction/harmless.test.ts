/** Ordinary text stays as it is: the pages and the history of this repository. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redactText } from '../../shared/redaction/redact.ts';
import { absolute } from '../docs/files.ts';

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: absolute('.'), encoding: 'utf8', maxBuffer: 1e8 });
}

function inRepository(): boolean {
  try {
    return git('rev-parse', '--is-inside-work-tree').trim() === 'true';
  } catch {
    return false;
  }
}

test('RED-3 nothing is removed from the pages of this repository', () => {
  const pages = inRepository()
    ? git('ls-files', '*.md').trim().split('\n')
    : ['README.md', 'CONTRIBUTING.md', 'shared/SPEC.md'];
  assert.ok(pages.includes('shared/SPEC.md'));
  for (const page of pages) {
    const text = readFileSync(absolute(page), 'utf8');
    assert.is(redactText(text).text, text, page);
  }
});

test('RED-3 nothing is removed from the messages of its commits', () => {
  if (!inRepository()) return;
  const log = git('log', '--format=%H %T %an%n%B');
  assert.is(redactText(log).text, log);
});

test('RED-3 nothing is removed from its code, apart from examples of secrets in tests', () => {
  if (!inRepository()) return;
  const files = git('ls-files', 'cli/*.ts', 'daemon/*.ts', 'relay/*.ts', 'shared/*.ts');
  const hit = files
    .trim()
    .split('\n')
    .filter((path) => redactText(readFileSync(absolute(path), 'utf8')).removed.length > 0);
  // The examples in its comments.
  assert.equal(hit, ['shared/redaction/named-secrets.ts', 'shared/redaction/redact.ts']);
});

test.run();
