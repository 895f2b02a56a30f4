import { existsSync } from 'node:fs';
import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AgentClient } from './agent-clients.ts';
import { installCoord, type CoordCommand } from './coord-command.ts';
import { createProject } from './project.ts';
import { startTeam, type Developer, type Team } from './coord-team.ts';
import { createGate } from './gate.ts';
import type { ClientRun } from './run-client.ts';
import { startScriptedModel, type ScriptedModel, type Turn } from './scripted-model.ts';
import { builtCoord } from '../support/built-coord.ts';

export const adasTask = 'Make login remember the user.';
export const bosTask = 'Tidy up the sessions.';
export const login = 'src/auth.ts#login';

/** Two developers, each with a client and a model of their own, and coord between them. */
export interface Pair {
  coord: CoordCommand;
  team: Team;
  adasModel: ScriptedModel;
  bosModel: ScriptedModel;
  /** Runs one conversation, in which the model does what the turns say. */
  adaWorks(task: string, turns: Turn[]): Promise<ClientRun>;
  boWorks(task: string, turns: Turn[]): Promise<ClientRun>;
  /** Ada's conversation edits `login`; Bo's daemon knows of it when this returns. `end` lets it finish. */
  adaEditsLogin(): Promise<{ end: () => Promise<ClientRun> }>;
  tearDown(): Promise<void>;
}

/** A suite whose every test has a new pair. */
export function suiteOfPairs(
  title: string,
  { script = builtCoord, path, ada, bo }: SuiteOptions,
): Test<Pair> {
  if (!existsSync(script)) throw new Error(`There is no ${script}; build it with: npm run build`);
  const test = suite<Pair>(title);
  test.before.each(async (context) => {
    Object.assign(context, await startPair({ script, path, ada, bo }));
  });
  test.after.each(async ({ tearDown }) => {
    await tearDown();
  });
  return test;
}

interface SuiteOptions {
  /** The built `coord`, unless it is this repository's. */
  script?: string | undefined;
  /** Where the machine's programs are. */
  path: string;
  ada: AgentClient;
  bo: AgentClient;
}

async function startPair({ script = builtCoord, path, ada, bo }: SuiteOptions): Promise<Pair> {
  const coord = await installCoord(script, path);
  const team = await startTeam(coord, ...new Set([ada.name, bo.name]));
  const [adasModel, bosModel] = await Promise.all(
    [ada, bo].map(({ dialect }) => startScriptedModel(dialect)),
  );
  if (adasModel === undefined || bosModel === undefined) throw new Error('unreachable');
  const workWith =
    (client: AgentClient, model: ScriptedModel, { clone, env }: Developer): Pair['adaWorks'] =>
    (prompt, turns) => {
      model.script({ marker: prompt, turns });
      const options = { modelUrl: model.url, path: coord.path, folder: clone.folder };
      return client.run({ ...options, env, prompt });
    };
  const adaWorks = workWith(ada, adasModel, team.ada);
  return {
    coord,
    team,
    adasModel,
    bosModel,
    adaWorks,
    boWorks: workWith(bo, bosModel, team.bo),
    adaEditsLogin: () => editLogin(ada, team, adaWorks),
    tearDown: async () => {
      await Promise.all([team.stop(), adasModel.close(), bosModel.close(), coord.remove()]);
    },
  };
}

async function editLogin(ada: AgentClient, team: Team, adaWorks: Pair['adaWorks']) {
  const [edited, mayEnd] = [createGate(), createGate()];
  const wait = async () => (edited.open(), await mayEnd.opened, [{ say: 'Done.' }]);
  const { clone } = team.ada;
  const turns = [
    [ada.look(clone)],
    [ada.edit(clone, 'remembered: false', 'remembered: true')],
    wait,
  ];
  const finished = adaWorks(adasTask, turns);
  const ended = finished.then(({ exitCode, stderr }) => {
    throw new Error(`Ada's client ended early, with ${exitCode}: ${stderr}`);
  });
  await Promise.race([edited.opened, ended]);
  ended.catch(() => undefined);
  await team.bo.waitForReservation(login, true);
  return { end: async () => (mayEnd.open(), await finished) };
}

/** RSV-1, RSV-3, RSV-4, RSV-9: Ada's reservation of `login` is denied to Bo word for word; its neighbour is not. */
export async function denialIsRead(pair: Pair, bo: AgentClient): Promise<void> {
  const adas = await pair.adaEditsLogin();
  const { clone } = pair.team.bo;
  const run = await pair.boWorks(bosTask, [
    [bo.look(clone)],
    [bo.edit(clone, 'remembered: false', 'remembered: true')],
    [bo.edit(clone, 'gone: false', 'gone: true')],
  ]);
  assert.is(run.exitCode, 0, run.stderr);
  await adas.end();

  const [, denied, neighbour] = pair.bosModel.toolResults(bosTask);
  assert.ok(denied?.isError, denied?.text);
  for (const said of [login, 'Ada', adasTask]) assert.ok(denied?.text.includes(said), denied?.text);
  assert.match(denied?.text ?? '', /\d+ minutes? remaining/);
  assert.not(neighbour?.isError, neighbour?.text);
  const source = await clone.read('src/auth.ts');
  assert.equal([source.includes('remembered: true'), source.includes('gone: true')], [false, true]);
}

/** SES-3: the end of Ada's session frees for Bo what it held, while Bo's client runs. */
export async function endFrees(pair: Pair, bo: AgentClient): Promise<void> {
  const adas = await pair.adaEditsLogin();
  const { clone } = pair.team.bo;
  const editLoginToo = bo.edit(clone, 'remembered: false', 'remembered: true');
  const editAgain = async () => {
    await adas.end();
    await pair.team.bo.waitForReservation(login, false);
    return [editLoginToo];
  };
  await pair.boWorks(bosTask, [[bo.look(clone)], [editLoginToo], editAgain]);

  const outcomes = pair.bosModel.toolResults(bosTask).map(({ isError }) => isError);
  assert.equal(outcomes, [false, true, false]);
  assert.ok((await clone.read('src/auth.ts')).includes('remembered: true'));
}

/** The briefing at the start of Bo's session names who is at work on what. */
export async function briefingArrives(pair: Pair): Promise<void> {
  const adas = await pair.adaEditsLogin();
  await pair.boWorks(bosTask, []);
  await adas.end();

  const received = pair.bosModel.received(bosTask).join('\n');
  for (const said of ['===== coord', 'Ada', adasTask, 'src/auth.ts']) {
    assert.ok(received.includes(said), `${said} in ${received}`);
  }
}

/** `sync` acts for the very conversation that calls it, while another one of the same developer is at work. */
export async function syncKnowsItsSession(pair: Pair, ada: AgentClient): Promise<void> {
  const adas = await pair.adaEditsLogin();
  let own = '';
  await pair.adaWorks(bosTask, [
    [ada.tool('sync', { task: bosTask })],
    async () => {
      const sessions = await pair.team.ada.sessions();
      own = sessions.find(({ current_task: task }) => task === bosTask)?.id ?? '';
      return [{ say: 'Done.' }];
    },
  ]);
  await adas.end();

  const [synced] = pair.adasModel.toolResults(bosTask);
  assert.not(synced?.isError, synced?.text);
  assert.match(own, /^sess_/);
  assert.ok(synced?.text.includes(`"session_id":"${own}"`), synced?.text);
}

/** Without a daemon an agent works on and is told so; where the repository wants it, its writes are denied instead. */
export async function worksWithoutDaemon(pair: Pair, client: AgentClient): Promise<void> {
  const { coord, adasModel: model } = pair;
  const project = await createProject();
  await coord.run(['init', '--client', client.name], { cwd: project.folder });
  const converse = (prompt: string, turns: Turn[]) => {
    model.script({ marker: prompt, turns });
    const options = { modelUrl: model.url, path: coord.path, folder: project.folder };
    return client.run({ ...options, prompt });
  };
  const look = [client.look(project)];
  await converse('First.', [look, [client.edit(project, 'gone: false', 'gone: true')]]);
  assert.ok((await project.read('src/auth.ts')).includes('gone: true'));
  assert.match(model.received('First.').join('\n'), 'coord: the daemon is not running');

  await project.write('.git/coord/deny-when-down', '');
  const editLoginToo = client.edit(project, 'remembered: false', 'remembered: true');
  await converse('Second.', [look, [editLoginToo]]);
  assert.ok((await project.read('src/auth.ts')).includes('remembered: false'));
  const [, denied] = model.toolResults('Second.');
  assert.ok(denied?.isError, denied?.text);
  assert.match(denied?.text ?? '', 'Start it with: coord daemon');
  await project.remove();
}

/** What a client does with coord when the same client is on both sides. */
export function testWithCoord(title: string, options: Omit<SuiteOptions, 'bo'>): Test<Pair> {
  const { ada } = options;
  const test = suiteOfPairs(`${title}: two developers with coord between them`, {
    ...options,
    bo: ada,
  });
  test('RSV-1, RSV-3, RSV-4, RSV-9: a held function is denied to others, its neighbour is not', (pair) =>
    denialIsRead(pair, ada));
  test('SES-3: the end of a session frees for others what it held, while they run', (pair) =>
    endFrees(pair, ada));
  test('the briefing at the start of a session names who is at work on what', briefingArrives);
  test('an MCP tool acts for the conversation that calls it', (pair) =>
    syncKnowsItsSession(pair, ada));
  test('without a daemon it works and is told so, or its writes are denied', (pair) =>
    worksWithoutDaemon(pair, ada));
  return test;
}
