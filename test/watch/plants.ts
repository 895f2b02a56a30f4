/** Settings and hooks of a repository that would have git run a program; it leaves a mark when it runs. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBranchName, type Given } from './branches.ts';
import type { Plan } from './plan.ts';
import { git } from './templates.ts';

/** The program that is planted; each run leaves a file in the folder `markers`. */
export async function plantProgram(markers: string): Promise<string> {
  const program = join(dirname(markers), 'planted.sh');
  await writeFile(program, `#!/bin/sh\ntouch "${markers}/$(basename "$0")-$$"\ntimeout 2 cat\n`);
  await chmod(program, 0o755);
  return program;
}

const hookNames =
  'reference-transaction post-checkout post-merge pre-commit post-index-change fsmonitor-watchman post-rewrite pre-auto-gc update pre-receive post-commit'.split(
    ' ',
  );

/** Plants one thing in the clone. */
export async function sow(
  plant: Plan['planted'][number],
  { plan, clone, remote }: Given,
  { markers, program }: { markers: string; program: string },
): Promise<void> {
  const set = (name: string, value: string) => git(clone, ['config', '--add', name, value]);
  const hooks = join(clone, '.git', 'hooks');
  switch (plant) {
    case 'hooks':
    case 'configured_hook':
      if (plant === 'configured_hook') {
        await set('hook.planted.command', program);
        await set('hook.planted.event', 'reference-transaction');
      }
      await mkdir(hooks, { recursive: true });
      for (const name of hookNames) {
        await writeFile(join(hooks, name), `#!/bin/sh\ntouch "${markers}/hook-${name}"\n`);
        await chmod(join(hooks, name), 0o755);
      }
      return;
    case 'fsmonitor':
      return void (await set('core.fsmonitor', program));
    case 'filter':
      for (const kind of ['clean', 'smudge']) await set(`filter.planted.${kind}`, program);
      await mkdir(join(clone, '.git', 'info'), { recursive: true });
      return writeFile(join(clone, '.git', 'info', 'attributes'), '*.txt filter=planted\n');
    case 'ssh':
      await set('core.sshCommand', program);
      return void (await git(clone, ['config', 'remote.origin.url', 'ssh://localhost:1/nowhere']));
    case 'uploadpack':
      return void (await set('remote.origin.uploadpack', program));
    case 'vcs':
      return void (await set('remote.origin.vcs', 'planted'));
    case 'helper':
      await set('credential.helper', program);
      return void (await set('core.askPass', program));
    case 'alternates': {
      await set('core.alternateRefsCommand', program);
      await mkdir(join(clone, '.git', 'objects', 'info'), { recursive: true });
      return writeFile(
        join(clone, '.git', 'objects', 'info', 'alternates'),
        `${join(remote, 'objects')}\n`,
      );
    }
    case 'alias':
      await set('alias.fetch', `!${program}`);
      await set('core.pager', program);
      return void (await set('core.editor', program));
    case 'included':
      await writeFile(
        join(clone, '.git', 'included'),
        `[remote "origin"]\n\tuploadpack = ${program}\n[core]\n\tfsmonitor = ${program}\n`,
      );
      return void (await set('include.path', 'included'));
    case 'driver':
      await set('merge.planted.driver', program);
      await set('diff.planted.textconv', program);
      await set('diff.external', program);
      await mkdir(join(clone, '.git', 'info'), { recursive: true });
      return writeFile(
        join(clone, '.git', 'info', 'attributes'),
        '*.ts merge=planted diff=planted\n',
      );
    case 'instead_of':
      return void (await set(`url.ext::${program} .insteadOf`, '/'));
    case 'refspec':
      return void (await set('remote.origin.fetch', '+refs/heads/*:refs/heads/*'));
    case 'worktree':
      return void (await set('core.worktree', join(clone, '..')));
    case 'tracking_link':
      if (plan.local !== 'missing' && (await isBranchName(clone, plan.name)))
        await git(clone, ['symbolic-ref', `refs/remotes/origin/${plan.name}`, 'refs/heads/main']);
      return;
    case 'worktree_config':
      await set('extensions.worktreeConfig', 'true');
      return writeFile(
        join(clone, '.git', 'config.worktree'),
        `[remote "origin"]\n\tuploadpack = ${program}\n`,
      );
    case 'prune':
      await set('fetch.prune', 'true');
      return void (await set('remote.origin.prune', 'true'));
    case 'git_proxy':
      return void (await set('core.gitProxy', program));
  }
}
