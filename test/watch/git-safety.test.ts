import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  hardenedEnvironment,
  parseSettings,
  remotePrograms,
} from '../../shared/node/git/harden.ts';
import { environmentForGit } from '../../shared/node/git/safe.ts';

const test = suite('git safety');

function pairs(environment: Readonly<Record<string, string>>): string[] {
  return Array.from({ length: Number(environment['GIT_CONFIG_COUNT']) }, (_, at) => {
    return `${environment[`GIT_CONFIG_KEY_${at}`]}=${environment[`GIT_CONFIG_VALUE_${at}`]}`;
  });
}

test('settings are read with their scope; one without a value is true', () => {
  const listing =
    'global\0file:/g\0user.name\nAda\0local\0file:c\0core.bare\0local\0file:c\0remote.a\nb.url\nx\0';
  assert.equal(parseSettings(listing).slice(0, 2), [
    { scope: 'global', origin: 'file:/g', name: 'user.name', value: 'Ada' },
    { scope: 'local', origin: 'file:c', name: 'core.bare', value: 'true' },
  ]);
});

test("a program of the repository's own gives way to the user's, or to none", () => {
  const settings = [
    { scope: 'global', name: 'core.sshcommand', value: 'ssh -i key' },
    { scope: 'global', name: 'filter.lfs.smudge', value: 'git-lfs smudge' },
    { scope: 'local', name: 'core.sshcommand', value: 'planted' },
    { scope: 'local', name: 'filter.x.process', value: 'planted' },
    { scope: 'worktree', name: 'remote.origin.uploadpack', value: 'planted' },
    { scope: 'local', name: 'hook.x.command', value: 'planted' },
    { scope: 'local', name: 'core.bare', value: 'false' },
  ];
  assert.equal(pairs(hardenedEnvironment(settings)).sort(), [
    'core.sshcommand=ssh -i key',
    'filter.x.process=',
    'hook.x.enabled=false',
  ]);
});

test('the programs of a remote give way by the call itself, since git takes the first that is named', () => {
  const withheld = ['remote.a.uploadpack', 'remote.b.receivepack'].map((name) => ({
    name,
    values: ['planted'],
  }));
  assert.equal(remotePrograms(withheld, 'a', 'fetch'), ['--upload-pack=git-upload-pack']);
  assert.equal(remotePrograms(withheld, 'a', 'push'), []);
  assert.equal(remotePrograms(withheld, 'b', 'push'), ['--receive-pack=git-receive-pack']);
});

test("the user's own credential helpers stay, the repository's go", () => {
  const settings = [
    { scope: 'global', name: 'credential.helper', value: 'store' },
    { scope: 'global', name: 'credential.https://a.helper', value: 'cache' },
    { scope: 'local', name: 'credential.https://a.helper', value: 'planted' },
  ];
  assert.equal(pairs(hardenedEnvironment(settings)), [
    'credential.helper=',
    'credential.helper=store',
    'credential.https://a.helper=cache',
  ]);
  assert.equal(pairs(hardenedEnvironment(settings.slice(0, 2))), []);
});

test("variables that lead git elsewhere are dropped, the person's own stay", () => {
  const environment = environmentForGit({ GIT_DIR: '/x', GIT_CONFIG_COUNT: '1', PATH: '/bin' });
  assert.is(environment['GIT_DIR'], undefined);
  assert.is(environment['GIT_CONFIG_COUNT'], undefined);
  assert.is(environment['PATH'], '/bin');
  assert.is(environment['GIT_TERMINAL_PROMPT'], '0');
});

test.run();
