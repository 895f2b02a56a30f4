import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installCoord } from '../coord-command.ts';
import { startTeam, type Developer, type Team } from '../coord-team.ts';
import { createGate } from '../gate.ts';
import { edit, read } from '../observer/bench.ts';
import { runClaudeCode, type ClaudeCodeRun } from '../run-claude-code.ts';
import { startScriptedModel, type ScriptedModel } from '../scripted-model.ts';

const binary = process.argv[2] ?? '';
const built = fileURLToPath(new URL('../../../dist/coord.js', import.meta.url));
const script = process.env.COORD_COMMAND ?? built;
const adasTask = 'Make login remember the user.';
const bosTask = 'Tidy up the sessions.';
const login = 'src/auth.ts#login';

if (!existsSync(script)) throw new Error(`There is no ${script}; build it with: npm run build`);

interface Context {
  team: Team;
  model: ScriptedModel;
  converse(developer: Developer, task: string): Promise<ClaudeCodeRun>;
  tearDown(): Promise<void>;
}

const test = suite<Context>('Claude Code: two developers with coord between them');

test.before.each(async (context) => {
  const coord = await installCoord(script, process.env.PATH ?? '');
  const team = await startTeam(coord, 'claude-code');
  const model = await startScriptedModel();
  const fixed = { binary, modelUrl: model.url, path: coord.path };
  Object.assign(context, {
    team,
    model,
    converse: ({ clone, env }: Developer, prompt: string) =>
      runClaudeCode({ ...fixed, folder: clone.folder, env, prompt }),
    tearDown: () => Promise.all([team.stop(), model.close(), coord.remove()]),
  });
});

test.after.each(async ({ tearDown }) => {
  await tearDown();
});

test('RSV-1, RSV-3, RSV-4, RSV-9: a held function is denied to others, its neighbour is not', async (context) => {
  const { team, model, converse } = context;
  const adas = await adaEditsLogin(context);
  const { clone } = team.bo;
  const turns = [
    [read(clone, 'src/auth.ts')],
    [edit(clone, 'remembered: false', 'remembered: true')],
    [edit(clone, 'gone: false', 'gone: true')],
  ];
  model.script({ marker: bosTask, turns });
  assert.is((await converse(team.bo, bosTask)).exitCode, 0);
  await adas.end();

  const [, denied, neighbour] = model.toolResults(bosTask);
  assert.ok(denied?.isError);
  for (const said of [login, 'Ada', adasTask]) assert.ok(denied?.text.includes(said), denied?.text);
  assert.match(denied?.text ?? '', /\d+ minutes? remaining/);
  assert.not(neighbour?.isError, neighbour?.text);
  const source = await clone.read('src/auth.ts');
  assert.equal([source.includes('remembered: true'), source.includes('gone: true')], [false, true]);
});

test('SES-3: the end of a session frees for others what it held, while they run', async (context) => {
  const { team, model, converse } = context;
  const adas = await adaEditsLogin(context);
  const editLogin = edit(team.bo.clone, 'remembered: false', 'remembered: true');
  const editAgain = async () => {
    await adas.end();
    await team.bo.waitForHold(login, false);
    return [editLogin];
  };
  const turns = [[read(team.bo.clone, 'src/auth.ts')], [editLogin], editAgain];
  model.script({ marker: bosTask, turns });
  await converse(team.bo, bosTask);

  const outcomes = model.toolResults(bosTask).map(({ isError }) => isError);
  assert.equal(outcomes, [false, true, false]);
  assert.ok((await team.bo.clone.read('src/auth.ts')).includes('remembered: true'));
});

test('the briefing at the start of a session names who is at work on what', async (context) => {
  const { team, model, converse } = context;
  const adas = await adaEditsLogin(context);
  model.script({ marker: bosTask, turns: [] });
  await converse(team.bo, bosTask);
  await adas.end();

  const told = model.told(bosTask).join('\n');
  assert.ok(told.includes('SessionStart hook additional context: '), told);
  for (const said of ['Ada', adasTask, 'src/auth.ts']) assert.ok(told.includes(said), said);
});

/** Ada's conversation edits `login`; Bo's daemon knows of it when this returns. `end` lets it finish. */
async function adaEditsLogin({ team, model, converse }: Context) {
  const [edited, mayEnd] = [createGate(), createGate()];
  const { clone } = team.ada;
  const wait = async () => (edited.open(), await mayEnd.opened, [{ say: 'Done.' }]);
  const editLogin = edit(clone, 'remembered: false', 'remembered: true');
  model.script({ marker: adasTask, turns: [[read(clone, 'src/auth.ts')], [editLogin], wait] });
  const finished = converse(team.ada, adasTask);
  await edited.opened;
  await team.bo.waitForHold(login, true);
  return { end: async () => (mayEnd.open(), await finished) };
}

test.run();
