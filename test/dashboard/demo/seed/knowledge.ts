import { proposedDecisions, todaysDecisions } from '../story/decisions-today.ts';
import { changes } from '../story/changes.ts';
import { contracts } from '../story/contracts.ts';
import { learnings } from '../story/learnings.ts';
import { meetings } from '../story/meetings.ts';
import { rewritten } from '../repository/repository.ts';
import { agentOf, idOf, type Scene, type Stage } from '../stage.ts';
import { holdMeeting } from './meetings.ts';

const patienceMs = 5_000;

/** What the team comes to know during the day: decisions, changed code, notes, interfaces, a meeting. */
export function knowledgeScenes(stage: Stage): Scene[] {
  return [
    ...todaysDecisions.map((one): Scene => [one.minute, () => decide(stage, one)]),
    ...proposedDecisions.map((one): Scene => [one.minute, () => trace(stage, one)]),
    ...changes.map((one): Scene => [one.minute, () => rewrite(stage, one)]),
    ...learnings.map((one): Scene => [one.minute, () => learn(stage, one)]),
    ...contracts.map((one): Scene => [one.minute, () => publish(stage, one)]),
    ...meetings.flatMap((one): Scene[] =>
      one.minute === undefined ? [] : [[one.minute, () => holdMeeting(stage, one)]],
    ),
    [233, () => reaffirm(stage, 'Settings are read once, at start')],
  ];
}

async function decide(stage: Stage, decision: (typeof todaysDecisions)[number]): Promise<void> {
  const { agent: name, title, rationale, type, files, supersedes } = decision;
  const agent = agentOf(stage, name);
  const { id } = await agent.settings.caller.call('decide', {
    id: stage.workspace.id,
    session_id: agent.sessionId,
    title,
    rationale,
    decision_type: type,
    files: [...files],
    ...(supersedes !== undefined && { supersedes: idOf(stage, supersedes) }),
  });
  stage.ids.set(title, id);
}

/** The relay's language model reads the traces after the push was answered. */
async function trace(stage: Stage, told: (typeof proposedDecisions)[number]): Promise<void> {
  const { caller } = agentOf(stage, told.agent).settings;
  const { sessionId } = agentOf(stage, told.agent);
  const at = new Date(stage.clock.now()).toISOString();
  const traces = [{ at, kind: 'reasoning', text: told.trace, files: [...told.files] }];
  const { id } = stage.workspace;
  await caller.call('pushTraces', { workspace_id: id, session_id: sessionId, traces });
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    const { decisions } = await caller.call('listDecisions', { id, state: 'proposed' });
    if (decisions.some(({ title }) => title === told.title)) return;
  }
  throw new Error(`nobody proposed: ${told.title}`);
}

async function rewrite(stage: Stage, change: (typeof changes)[number]): Promise<void> {
  const { agent: name, file: path, symbol: changed, signature } = change;
  const agent = agentOf(stage, name);
  const file = stage.files.get(path);
  if (file === undefined) throw new Error(`there is no file ${path}`);
  const symbols = file.symbols.map((one) =>
    one.name === changed ? rewritten(one, signature) : one,
  );
  stage.files.set(path, { ...file, symbols });
  await agent.edit({ file: path, symbols: [changed] });
  await agent.settings.caller.call('publishSymbols', {
    id: stage.workspace.id,
    session_id: agent.sessionId,
    files: [{ ...file, symbols }],
  });
}

async function learn(stage: Stage, told: (typeof learnings)[number]): Promise<void> {
  const { agent, type, insight, files, tags } = told;
  const { caller } = agentOf(stage, agent).settings;
  const note = { id: stage.workspace.id, type, insight, files: [...files], tags: [...tags] };
  await caller.call('learn', note);
}

async function publish(stage: Stage, told: (typeof contracts)[number]): Promise<void> {
  const { agent: author, name, schema, description, files } = told;
  const agent = agentOf(stage, author);
  await agent.settings.caller.call('publishContract', {
    id: stage.workspace.id,
    session_id: agent.sessionId,
    name,
    schema,
    description,
    files: [...files],
  });
}

async function reaffirm(stage: Stage, title: string): Promise<void> {
  await stage.accounts.maren.caller.call('reaffirmDecision', {
    id: stage.workspace.id,
    decision_id: idOf(stage, title),
    note: 'Still read once. It answers the error now instead of throwing it.',
  });
}
