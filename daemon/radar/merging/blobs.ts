import { isUtf8 } from 'node:buffer';
import type { ScratchRepository } from '../scratch/scratch-repository.ts';

const maxBytes = { each: 2 * 1024 * 1024, together: 64 * 1024 * 1024 } as const;

/** Texts by the names of blobs. Without those that are not there, too large, no text, or more than is read at once: `together` bytes. */
export async function readTexts(
  scratch: ScratchRepository,
  root: string,
  names: Iterable<string>,
  together: number = maxBytes.together,
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(names)].filter((name) => name !== '' && !name.includes('\n'));
  const texts = new Map<string, string>();
  if (asked.length === 0) return texts;
  const sizes = await scratch.git(root, ['cat-file', '--batch-check'], { input: lines(asked) });
  const wanted = fitting(asked, { answers: sizes.stdout.split('\n'), room: together });
  if (wanted.length === 0) return texts;
  const input = lines(wanted);
  const answer = await scratch.git(root, ['cat-file', '--batch'], { input, encoding: 'latin1' });
  const contents = contentsIn(answer.stdout);
  for (const [at, name] of wanted.entries()) {
    const text = textOf(contents[at] ?? '\0');
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}

function lines(names: readonly string[]): string {
  return names.map((name) => `${name}\n`).join('');
}

function fitting(
  names: readonly string[],
  given: { readonly answers: readonly string[]; readonly room: number },
): string[] {
  const { answers } = given;
  let { room } = given;
  return names.filter((_, at) => {
    const size = Number(/ blob (\d+)$/.exec(answers[at] ?? '')?.[1]);
    if (!(size <= maxBytes.each && size <= room)) return false;
    room -= size;
    return true;
  });
}

/** Each answer is a line that ends with the length, that many bytes, and a line end. */
function contentsIn(answer: string): string[] {
  const contents: string[] = [];
  for (let at = 0; at < answer.length;) {
    const start = answer.indexOf('\n', at) + 1;
    const length = Number(/ (\d+)$/.exec(answer.slice(at, start - 1))?.[1]);
    if (start === 0 || Number.isNaN(length)) break;
    contents.push(answer.slice(start, start + length));
    at = start + length + 1;
  }
  return contents;
}

function textOf(bytes: string): string | undefined {
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) && !buffer.includes(0) ? buffer.toString('utf8') : undefined;
}
