import { isUtf8 } from 'node:buffer';
import type { RunGit } from '../../shared/node/git/run.ts';

/** A text that git keeps, with the id of its blob. */
export interface BlobText {
  readonly id: string;
  readonly text: string;
}

const maxBytes = 64 * 1024 * 1024;
const maxTextBytes = 2 * 1024 * 1024;
const timeoutMs = 5_000;

/**
 * Texts by the names that git takes for blobs: ids, or `<commit>:<path>`. Without those that are not there or no text. One
 * start of git, however many are asked for.
 */
export async function readBlobTexts(
  git: RunGit,
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, BlobText>> {
  const asked = [...new Set(names)].filter((name) => name !== '' && !name.includes('\n'));
  if (asked.length === 0) return new Map();
  const input = asked.map((name) => `${name}\n`).join('');
  const answer = await git(folder, ['cat-file', '--batch'], {
    input,
    encoding: 'latin1',
    timeoutMs,
    // A partial clone would otherwise ask its remote for what is missing.
    environment: { GIT_NO_LAZY_FETCH: '1' },
  });
  return answer.stdout.length > maxBytes ? new Map() : textsIn(answer.stdout, asked);
}

/**
 * Those of the names whose blobs are no larger than a text that is compared. For names that others have sent: they could name
 * the largest file of the repository.
 */
export async function smallBlobs(
  git: RunGit,
  folder: string,
  names: readonly string[],
): Promise<string[]> {
  const input = names.map((name) => `${name}\n`).join('');
  const environment = { GIT_NO_LAZY_FETCH: '1' };
  const answer = await git(folder, ['cat-file', '--batch-check'], {
    input,
    timeoutMs,
    environment,
  });
  const lines = answer.stdout.split('\n');
  return names.filter((_, at) => Number(/ blob (\d+)$/.exec(lines[at] ?? '')?.[1]) <= maxTextBytes);
}

/** Each answer is a line with the id, the type and the length, that many bytes and a line end; or a line about what is missing. */
function textsIn(answer: string, asked: readonly string[]): Map<string, BlobText> {
  const texts = new Map<string, BlobText>();
  let at = 0;
  for (const name of asked) {
    const end = answer.indexOf('\n', at);
    if (end === -1) break;
    const [, id = '', size = ''] = /^([0-9a-f]+) blob (\d+)$/.exec(answer.slice(at, end)) ?? [];
    at = end + 1;
    if (id === '') continue;
    const text = textOf(answer.slice(at, at + Number(size)));
    if (text !== undefined) texts.set(name, { id, text });
    at += Number(size) + 1;
  }
  return texts;
}

function textOf(bytes: string): string | undefined {
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) && !buffer.includes(0) ? buffer.toString('utf8') : undefined;
}
