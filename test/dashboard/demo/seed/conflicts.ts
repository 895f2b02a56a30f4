import { denials, forbidden, forecasts, type ToldDenial } from '../story/conflicts.ts';
import { negotiations, type ToldNegotiation, type ToldTurn } from '../story/negotiations.ts';
import { agentOf, type Scene, type Stage } from '../stage.ts';
import type { Place } from '../team/agent.ts';
import type { AgentName } from '../team/plans.ts';

/** Where agents meet: denied writes, queues, negotiations, and conflicts that merging would bring. */
export function conflictScenes(stage: Stage): Scene[] {
  return [
    ...denials.flatMap((one) => denialScenes(stage, one)),
    ...forbidden.map(({ minute, agent, file }): Scene => {
      return [minute, () => agentOf(stage, agent).check({ file, symbols: [] })];
    }),
    ...negotiations.flatMap((one) => negotiationScenes(stage, one)),
    ...forecasts.map((one): Scene => [one.minute, () => forecast(stage, one)]),
  ];
}

function denialScenes(stage: Stage, told: ToldDenial): Scene[] {
  const { minute, gaveUpAfter } = told;
  const name = `wait of ${told.agent} at ${minute}`;
  const denied: Scene = [minute, () => deny(stage, told, name)];
  if (gaveUpAfter === undefined) return [denied];
  const giveUp = async () => {
    const { caller } = agentOf(stage, told.agent).settings;
    await caller.call('giveUpWait', { id: stage.workspace.id, wait_id: stage.ids.get(name) ?? '' });
  };
  return [denied, [minute + gaveUpAfter, giveUp]];
}

async function deny(stage: Stage, told: ToldDenial, waitName: string): Promise<void> {
  const { agent: name, file, symbols, wait } = told;
  await hold(stage, told);
  const agent = agentOf(stage, name);
  if (await agent.check({ file, symbols })) throw new Error(`${file} was free for ${name}`);
  if (wait === undefined) return;
  const made = await agent.settings.caller.call('addWait', {
    id: stage.workspace.id,
    session_id: agent.sessionId,
    file,
    symbol_ids: idsOf({ file, symbols }),
    wish: wait,
  });
  stage.ids.set(waitName, made.id);
}

async function hold(
  stage: Stage,
  { holder, file, symbols, stays }: { holder: AgentName; stays?: true | undefined } & Place,
): Promise<void> {
  const agent = agentOf(stage, holder);
  const place = { file, symbols };
  if (stays) return agent.keep(place);
  if (!(await agent.edit(place))) throw new Error(`${holder} does not get ${file}`);
}

function negotiationScenes(stage: Stage, told: ToldNegotiation): Scene[] {
  const key = `${told.file} at ${told.minute}`;
  const scenes: Scene[] = [[told.minute, () => open(stage, told, key)]];
  let { minute } = told;
  for (const turn of told.turns) {
    minute += turn.after;
    scenes.push([minute, () => answer(stage, { told, turn, key })]);
  }
  return scenes;
}

async function open(stage: Stage, told: ToldNegotiation, key: string): Promise<void> {
  const { initiator, file, symbols, rationale, maxTurns, deadlineMs } = told;
  await hold(stage, told);
  const agent = agentOf(stage, initiator);
  await agent.check({ file, symbols });
  const { id } = await agent.settings.caller.call('openNegotiation', {
    id: stage.workspace.id,
    session_id: agent.sessionId,
    file,
    symbol_ids: idsOf({ file, symbols }),
    rationale,
    ...(maxTurns !== undefined && { max_turns: maxTurns }),
    ...(deadlineMs !== undefined && { deadline_ms: deadlineMs }),
  });
  stage.ids.set(key, id);
}

async function answer(
  stage: Stage,
  { told, turn, key }: { told: ToldNegotiation; turn: ToldTurn; key: string },
): Promise<void> {
  const agent = agentOf(stage, turn.by);
  const idsFor = (symbols: readonly string[]) => idsOf({ file: told.file, symbols });
  await agent.settings.caller.call('respondNegotiation', {
    id: stage.workspace.id,
    negotiation_id: stage.ids.get(key) ?? '',
    session_id: agent.sessionId,
    action: turn.action,
    note: turn.note,
    ...(turn.split !== undefined && {
      split: {
        initiator_symbols: idsFor(turn.split.initiator),
        counterparty_symbols: idsFor(turn.split.counterparty),
      },
    }),
  });
}

async function forecast(stage: Stage, told: (typeof forecasts)[number]): Promise<void> {
  const { agent: name, file, symbols, branches, kind, lines } = told;
  const sessions = [[agentOf(stage, name).sessionId], []];
  await agentOf(stage, name).settings.caller.call('reportForecasts', {
    id: stage.workspace.id,
    forecasts: [
      {
        file,
        kind,
        lines: lines.map((one) => ({ ...one })),
        hint: false,
        symbol_ids: idsOf({ file, symbols }),
        sides: branches.map((slug, at) => {
          return { branch: `coord/${slug}`, uncommitted: at === 0, sessions: sessions[at] ?? [] };
        }),
      },
    ],
  });
}

function idsOf({ file, symbols }: Place): string[] {
  return symbols.map((name) => `${file}#${name}`);
}
