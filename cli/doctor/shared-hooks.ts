import { gitRunner } from '../../shared/node/git/run.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { isSetUpUpstream } from '../init/upstream.ts';
import { sharedFiles } from '../init/shared-files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { ok, warning, type Finding } from '../../shared/clients/common/finding.ts';

const check = 'for others';

/** INI-11: what another clone of the repository would lack of what this one has. */
export async function checkSharedFiles(
  { environment }: Terminal,
  { root }: WorkTree,
  paths: readonly string[],
): Promise<Finding[]> {
  const git = gitRunner(environment, { timeoutMs: 10_000 });
  // INI-12: what the pull brings is not to be committed.
  if (await isSetUpUpstream(git, root)) return [];
  const { ignored, missing, different } = await sharedFiles(git, root, paths);
  const findings = [
    ...(ignored.length === 0
      ? []
      : [
          warning(
            check,
            `Git ignores ${ignored.map(({ path, rule }) => `${path} (${rule})`).join(', ')}: another clone does not have it`,
            'Each of the others runs coord init too, or Git takes it: coord init shows the lines for .gitignore.',
          ),
        ]),
    ...(missing.length === 0
      ? []
      : [
          warning(
            check,
            `Not committed: ${missing.join(', ')}`,
            `Commit and push: git add ${missing.join(' ')}`,
          ),
        ]),
    ...(different.length === 0
      ? []
      : [
          warning(
            check,
            `Committed in another form than here: ${different.join(', ')}`,
            `Commit and push: git add ${different.join(' ')}`,
          ),
        ]),
  ];
  return findings.length === 0
    ? [ok(check, 'the last commit has what coord init wrote')]
    : findings;
}

/** INI-12: what the team has committed, and this clone has not pulled. */
export async function checkUpstream(
  { environment }: Terminal,
  { root }: WorkTree,
): Promise<Finding[]> {
  const git = gitRunner(environment, { timeoutMs: 10_000 });
  if (!(await isSetUpUpstream(git, root))) return [];
  const detail = 'The upstream branch has what coord init makes, and the last commit here has not';
  return [
    warning(
      check,
      detail,
      'git pull. Where what coord init made here stops it: coord init --undo, then git pull',
    ),
  ];
}
