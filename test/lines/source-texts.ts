/** Texts to edit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linesOf } from '../../daemon/lines/text-lines.ts';
import { intBelow, pick, type Random } from './random-edits.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file of this repository, or a part of one, so that edits come near each other. */
export function baseText(random: Random, files: readonly string[]): string {
  const lines = linesOf(pick(random, files)).lines;
  const size = pick(random, [15, 40, 120, 400]);
  const start = intBelow(random, Math.max(1, lines.length - size));
  const text = lines.slice(start, start + size).join('');
  const form = random();
  if (form < 0.1) return text.replaceAll('\n', '\r\n');
  return form < 0.2 ? text.trimEnd() : text;
}

/** The product's own sources: lines as they repeat in real files. */
export function sourceTexts(): string[] {
  return ['daemon', 'relay', 'shared']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path))
        .map((path) => join(root, folder, path)),
    )
    .sort()
    .map((path) => readFileSync(path, 'utf8'));
}
