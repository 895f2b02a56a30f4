import type { RunGit } from '../../shared/node/git/run.ts';
import type { TrackedPath } from './file-tracker.ts';
import type { Text } from './tracked-file.ts';

/**
 * The file in the commit that the work tree stands on, with line ends as on disk; its `text` is undefined when the commit
 * has no such file. Undefined when git cannot tell, or the file is binary.
 */
export async function committedText(
  git: RunGit,
  { workTree, path }: TrackedPath,
  onDisk: Text,
): Promise<{ readonly text: Text } | undefined> {
  if (path.includes('\n')) return undefined;
  const input = `HEAD:${path}\n`;
  const answer = await git(workTree.root, ['cat-file', '--batch'], { input });
  const head = /^(?:\S+ (blob) \d+|HEAD:.* missing)\n/.exec(answer.stdout);
  if (answer.exitCode !== 0 || head === null) return undefined;
  if (head[1] === undefined) return { text: undefined };
  const text = answer.stdout.slice(head[0].length, -1);
  if (text.includes('\ufffd') || text.includes('\0')) return undefined;
  const isCrlf = onDisk?.includes('\r\n') === true && !text.includes('\r\n');
  return { text: isCrlf ? text.replaceAll('\n', '\r\n') : text };
}
