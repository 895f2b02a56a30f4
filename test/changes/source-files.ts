/** Files of other projects to edit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pick, type Random } from '../lines/random-edits.ts';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** The lock file pins them, so a seed stands for the same edits whatever changes in this repository. */
const folders = ['ai/src', 'ajv/lib', 'chrono-node/src', 'undici/docs', 'zod/src'];
const maxLength = 9_000;

/** Code and pages; not the largest, so that edits come near each other. */
export function sourceFiles(): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(?:tsx?|mjs|js|md|json)$/.test(path) && !/node_modules/.test(path))
        .map((path) => `${folder}/${path}`),
    )
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
