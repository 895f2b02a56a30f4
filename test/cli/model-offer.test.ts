/** MTG-16: the client of the user is offered as a model once, and doctor says how it stands. */
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkModel } from '../../cli/doctor/model.ts';
import { offerModel, withdrawal } from '../../cli/init/offer-model.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import { chosenClient } from '../../shared/node/model-clients.ts';
import { makeSandbox, type Sandbox } from './support.ts';

const test = suite<{ sandbox: Sandbox; bin: string }>('the offer of a model');

test.before.each(async (context) => {
  context.sandbox = await makeSandbox();
  context.bin = join(context.sandbox.folder, 'bin');
  await mkdir(context.bin);
  const program = join(context.bin, 'claude');
  await writeFile(program, '#!/bin/sh\necho "{\\"loggedIn\\": ${LOGGED_IN:-false}}"\n');
  await chmod(program, 0o755);
});

test.after.each(({ sandbox }) => sandbox.remove());

function terminalOf(
  { sandbox, bin }: { sandbox: Sandbox; bin: string },
  { typed, ...environment }: { typed?: string; [name: string]: string | undefined } = {},
): Terminal {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (typed !== undefined) input.write(`${typed}\n`);
  return {
    environment: { PATH: bin, COORD_HOME: sandbox.home, ...environment },
    platform: process.platform,
    homeDirectory: sandbox.folder,
    directory: sandbox.repository,
    nodeVersion: process.version,
    command: ['coord'],
    input: typed === undefined ? input : Object.assign(input, { isTTY: true }),
    output,
    errors,
    stopRequested: () => new Promise(() => undefined),
    atExit: () => () => undefined,
  };
}

test('MTG-16 nobody is asked in a pipe, and no is the answer of who only presses Enter', async (at) => {
  assert.is(await offerModel(terminalOf(at), ['claude-code']), undefined);
  assert.is(chosenClient(at.sandbox.home), undefined);
  const declined = await offerModel(terminalOf(at, { typed: '' }), ['claude-code']);
  assert.match(declined ?? '', 'read without it');
  assert.is(chosenClient(at.sandbox.home), undefined);
  assert.is(await offerModel(terminalOf(at, { typed: 'y' }), ['claude-code']), undefined, 'once');
});

test('MTG-16 who leaves the question has not answered, and is asked again', async (at) => {
  const left = terminalOf(at, { typed: '' });
  (left.input as PassThrough).read();
  const asked = offerModel(left, ['claude-code']);
  (left.input as PassThrough).end();
  assert.is(await asked, undefined);
  const declined = await offerModel(terminalOf(at, { typed: 'n' }), ['claude-code']);
  assert.match(declined ?? '', 'read without it');
});

test('MTG-16 a yes is kept for its owner alone, and the environment overrides it', async (at) => {
  assert.is(withdrawal(terminalOf(at)), undefined);
  const asking = terminalOf(at, { typed: 'y' });
  const agreed = await offerModel(asking, ['cursor', 'claude-code']);
  const all =
    /reads meetings, answers questions \(ask\) and proposes decisions out of pushed traces/;
  assert.match(String((asking.errors as PassThrough).read()), all);
  assert.match(agreed ?? '', all);
  assert.match(withdrawal(terminalOf(at)) ?? '', /stays.*delete .*model\.json/);
  assert.match(agreed ?? '', /Claude Code reads meetings.*COORD_LLM_PROVIDER=none/);
  assert.is(chosenClient(at.sandbox.home), 'claude-code');
  assert.is((await stat(join(at.sandbox.home, 'model.json'))).mode & 0o777, 0o600);
  assert.equal(await checkModel(terminalOf(at, { COORD_LLM_PROVIDER: 'none' })), []);
  const [out] = await checkModel(terminalOf(at));
  assert.equal(
    [out?.state, /not say that you are signed in/.test(out?.detail ?? '')],
    ['warning', true],
  );
  const [signedIn] = await checkModel(terminalOf(at, { LOGGED_IN: 'true' }));
  assert.is(signedIn?.state, 'ok');
  assert.match(signedIn?.detail ?? '', all);
  const [missing] = await checkModel(terminalOf(at, { PATH: '/nowhere' }));
  assert.match(missing?.detail ?? '', 'was not found');
  const [wrong] = await checkModel(terminalOf(at, { COORD_LLM_PROVIDER: 'gpt' }));
  assert.is(wrong?.state, 'broken');
});

test('ASK-3 doctor says which model at a server is set, or what is wrong with it', async (at) => {
  const server = {
    COORD_LLM_PROVIDER: 'openai-compatible',
    COORD_LLM_MODEL: 'small',
    COORD_LLM_KEY: 'k-1',
  };
  const url = { COORD_LLM_URL: 'http://user:pass@127.0.0.1:1/v1' };
  const [set] = await checkModel(terminalOf(at, { ...server, ...url }));
  assert.is(set?.state, 'ok');
  assert.match(set?.detail ?? '', /small \(openai-compatible\)/);
  assert.not.match(set?.detail ?? '', /k-1|pass/);
  const [half] = await checkModel(terminalOf(at, server));
  assert.equal([half?.state, /COORD_LLM_URL/.test(half?.detail ?? '')], ['broken', true]);
});

test('MTG-16 doctor asks the client without the secrets of coord', async (at) => {
  const program = join(at.bin, 'claude');
  await writeFile(program, '#!/bin/sh\necho "{\\"loggedIn\\": ${COORD_KEY:-true}}"\n');
  const environment = { COORD_LLM_PROVIDER: 'claude-code', COORD_KEY: 'false' };
  const [finding] = await checkModel(terminalOf(at, environment));
  assert.is(finding?.state, 'ok');
});

test.run();
