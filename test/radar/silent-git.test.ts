/** What the conflict radar takes of a git that gives no answer. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunGit } from '../../shared/node/git/git-calls.ts';
import { Repository, conflictTexts } from './support.ts';

const radar = suite<{ repository: Repository }>('conflict radar, when git says nothing');

radar.before.each((context) => void (context.repository = new Repository()));
radar.after.each(({ repository }) => repository.remove());

const remembered = ['remembered: false', 'remembered: true'] as const;
const expiring = ['remembered: false', 'remembered: false, expires: 60'] as const;

for (const command of ['merge-base', 'diff-tree', 'merge-tree']) {
  radar(`RAD-4 what git did not say is asked again: ${command}`, async ({ repository }) => {
    const a = repository.branch('coord/a', () => repository.edit('src/auth.ts', remembered));
    const b = repository.branch('coord/b', () => repository.edit('src/auth.ts', expiring));
    const silent: RunGit = async (folder, args, options) =>
      args.includes(command)
        ? { exitCode: 128, stdout: '', stderr: 'fatal: out of memory' }
        : repository.run(folder, args, options);
    const first = await repository.roundWith(Object.assign(silent, repository.others), [a, b]);
    assert.equal(conflictTexts(first), []);
    assert.match(first.cost.notes.join(), 'coord/a and coord/b left out');
    const second = await repository.round([a, b]);
    assert.equal(conflictTexts(second), ['coord/a | coord/b: src/auth.ts#login']);
  });
}

radar.run();
