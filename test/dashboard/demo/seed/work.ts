import { agentOf, idOf, type Scene, type Stage } from '../stage.ts';
import { tasks, type ToldTask } from '../story/tasks.ts';

/** Tasks as they are handed out, taken and finished, and the work packages of the meetings. */
export function workScenes(stage: Stage): Scene[] {
  return [
    ...tasks.flatMap((one) => taskScenes(stage, one)),
    [140, () => takePackages(stage)],
    [252, () => completePackage(stage)],
  ];
}

function taskScenes(stage: Stage, task: ToldTask): Scene[] {
  const scenes: Scene[] = [[task.minute, () => make(stage, task)]];
  const { claimed, done, cancelled } = task;
  if (claimed !== undefined) scenes.push([claimed[0], () => claim(stage, task, claimed[1])]);
  if (done !== undefined && claimed !== undefined)
    scenes.push([done, () => move(stage, { task, by: claimed[1], status: 'done' })]);
  if (cancelled !== undefined)
    scenes.push([cancelled, () => move(stage, { task, by: task.by, status: 'cancelled' })]);
  return scenes;
}

async function make(stage: Stage, task: ToldTask): Promise<void> {
  const { key, workstream, by, title, description = '', after = [] } = task;
  const agent = agentOf(stage, by);
  const { id } = await agent.settings.caller.call('createTask', {
    id: stage.workspace.id,
    workstream,
    title,
    description,
    session_id: agent.sessionId,
    ...(after.length > 0 && { depends_on: after.map((one) => idOf(stage, one)) }),
  });
  stage.ids.set(key, id);
}

async function claim(stage: Stage, { key }: ToldTask, name: ToldTask['by']): Promise<void> {
  const agent = agentOf(stage, name);
  await agent.settings.caller.call('claimTask', {
    id: stage.workspace.id,
    task_id: idOf(stage, key),
    session_id: agent.sessionId,
  });
}

async function move(
  stage: Stage,
  { task, by, status }: { task: ToldTask; by: ToldTask['by']; status: 'done' | 'cancelled' },
): Promise<void> {
  const agent = agentOf(stage, by);
  await agent.settings.caller.call('changeTask', {
    id: stage.workspace.id,
    task_id: idOf(stage, task.key),
    session_id: agent.sessionId,
    status,
  });
}

/** Some are taken and begun; the rest waits for somebody. */
async function takePackages({ workspace: { id }, accounts }: Stage): Promise<void> {
  const { packages } = await accounts.maren.caller.call('listPackages', { id, status: 'open' });
  const takers = [accounts.priya, accounts.samuel, accounts.tomas, accounts.priya];
  for (const [at, { caller }] of takers.entries()) {
    const found = packages[at];
    if (found === undefined) continue;
    await caller.call('claimPackage', { id, pid: found.id });
    if (at % 2 === 1) continue;
    await caller.call('movePackage', { id, pid: found.id, status: 'in_progress' });
  }
}

async function completePackage({ workspace: { id }, accounts }: Stage): Promise<void> {
  const { caller, id: assignee } = accounts.priya;
  const mine = { id, assignee, status: 'in_progress' } as const;
  const { packages } = await caller.call('listPackages', mine);
  const [found] = packages;
  if (found !== undefined)
    await caller.call('movePackage', { id, pid: found.id, status: 'completed' });
}
