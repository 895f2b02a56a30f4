/** Files of this repository to edit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pick, type Random } from '../lines/random-edits.ts';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['cli', 'daemon', 'relay', 'shared', 'test'];
const maxLength = 9_000;

/** Code and pages, not the marks of transcripts; not the largest, so that edits come near each other. */
export function sourceFiles(): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (path) => /\.(?:tsx?|mjs|js|md|json)$/.test(path) && !/node_modules|transcripts/.test(path),
      )
      .map((path) => `${folder}/${path}`),
  );
  return [...paths, 'README.md', 'package.json', 'tsconfig.json', 'knip.json']
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => text.length > 300 && text.length <= maxLength);
}

/** Mostly code. */
export function pickFile(random: Random, files: readonly SourceFile[]): SourceFile {
  const isCode = random() < 0.85;
  return pick(
    random,
    files.filter(({ path }) => /\.(?:md|json)$/.test(path) !== isCode),
  );
}
