import { minuteMs } from '../clock.ts';
import { DemoAgent, type Place } from '../team/agent.ts';
import { agentNames, agentPlans, type AgentName, type AgentPlan } from '../team/plans.ts';
import { Random } from '../random.ts';
import { agentOf, type Scene, type Stage } from '../stage.ts';
import { refresh } from './presence.ts';
import { branchScenes } from './branches.ts';
import { conflictScenes } from './conflicts.ts';
import { gateScenes } from './gate.ts';
import { knowledgeScenes } from './knowledge.ts';
import { workScenes } from './work.ts';

/** How long the day's work is, in minutes, until now. */
export const dayMinutes = 300;
/** Agents are looked at so often in a minute. */
const beatsPerMinute = 2;
/** At how many of them an agent edits something: it reads, writes, runs tests, and waits for its person. */
const editShares = [0.02, 0.12, 0.25, 0.4, 0.6];
/** So long it goes on in one of these ways, in minutes. */
const phaseMinutes = 13;
const settledShare = 0.25;
/** From here on agents stay where they are, so that they hold something in the end. */
const settleMinute = dayMinutes - 8;

/** The last five hours: agents that work, and what happens between them. */
export async function playDay(stage: Stage, progress: (share: number) => void): Promise<void> {
  const scenes = [
    ...agentNames.flatMap((name) => agentScenes(stage, name)),
    ...knowledgeScenes(stage),
    ...conflictScenes(stage),
    ...workScenes(stage),
    ...gateScenes(stage),
    ...branchScenes(stage),
  ].sort(([one], [other]) => one - other);
  const begin = stage.clock.now();
  for (let minute = 0; minute < dayMinutes; minute += 1) {
    stage.clock.advanceTo(begin + minute * minuteMs);
    for (const [, act] of scenes.filter(([at]) => at === minute)) {
      stage.clock.advance(stage.random.between(200, 900));
      await act();
    }
    for (let beat = 0; beat < beatsPerMinute; beat += 1) await workFor(stage, minute);
    await stage.relay.sweep();
    progress(minute / dayMinutes);
  }
}

/** The part of a minute in which nothing of the story happens: small edits, and signs of life. */
async function workFor(stage: Stage, minute: number): Promise<void> {
  const { random, clock } = stage;
  clock.advance(random.between(12_000, 24_000));
  const there = agentNames.filter((name) => stage.agents.get(name)?.isThere === true);
  // What is sent at once is written at once, so five hours take seconds.
  await Promise.all(
    there.map(async (name) => {
      if (random.chance(editShareOf(name, minute))) await editSomething(stage, name, minute);
      await refresh(stage, [agentOf(stage, name)]);
    }),
  );
}

function editShareOf(name: AgentName, minute: number): number {
  const phase = Math.floor((minute + agentNames.indexOf(name) * 5) / phaseMinutes);
  const phases = new Random(phase * agentNames.length + agentNames.indexOf(name));
  return minute >= settleMinute ? settledShare : phases.pick(editShares);
}

async function editSomething(stage: Stage, name: AgentName, minute: number): Promise<void> {
  const agent = agentOf(stage, name);
  const place = placeIn(stage, agentPlans[name]);
  if (minute >= settleMinute) await agent.keep(place);
  else await agent.write(place);
}

/** An agent that has not begun its conversation. */
export function newAgent(
  { accounts, workspace, clock, random }: Stage,
  plan: AgentPlan,
): DemoAgent {
  return new DemoAgent({
    caller: accounts[plan.person].caller,
    workspaceSlug: workspace.slug,
    plan,
    conversation: `conv_${random.between(1e8, 1e9)}`,
    now: () => clock.now(),
  });
}

/** One or two symbols of a file that is the agent's own. */
export function placeIn({ files, random }: Stage, plan: AgentPlan): Place {
  const file = random.pick(plan.files);
  const names = (files.get(file)?.symbols ?? []).map(({ name }) => name);
  const at = random.between(0, Math.max(0, names.length - 1));
  return { file, symbols: names.slice(at, at + random.between(1, 2)) };
}

function agentScenes(stage: Stage, name: AgentName): Scene[] {
  const plan: AgentPlan = agentPlans[name];
  const [[, first] = [0, ''], ...later] = plan.prompts;
  const scenes: Scene[] = [
    [plan.from, () => arrive(stage, { name, plan, task: first })],
    ...later.map(([minute, task]): Scene => [minute, () => turnTo(stage, name, task)]),
  ];
  if (plan.to !== undefined) scenes.push([plan.to, () => agentOf(stage, name).end()]);
  return scenes;
}

async function arrive(
  stage: Stage,
  { name, plan, task }: { name: AgentName; plan: AgentPlan; task: string },
): Promise<void> {
  stage.agents.set(name, newAgent(stage, plan));
  await agentOf(stage, name).start(task);
  await turnTo(stage, name, task);
}

async function turnTo(stage: Stage, name: AgentName, task: string): Promise<void> {
  const agent = agentOf(stage, name);
  await agent.prompt(task);
  const { id } = stage.workspace;
  const files = [...agentPlans[name].files];
  const { sessionId: session_id } = agent;
  await agent.settings.caller.call('sync', { id, session_id, task, files });
}
