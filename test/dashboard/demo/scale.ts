import { minuteMs } from './clock.ts';
import { published } from './repository/repository.ts';
import { newAgent } from './seed/day.ts';
import { refresh } from './seed/presence.ts';
import type { Stage } from './stage.ts';
import type { DemoAgent } from './team/agent.ts';
import type { AgentPlan } from './team/plans.ts';
import { personNames } from './team/people.ts';

export interface Scale {
  readonly agents: number;
  readonly reservations: number;
}

const clients = ['claude-code', 'codex', 'gemini', 'cursor', 'opencode'] as const;
const branches = [
  'stock-holds',
  'search-facets',
  'supplier-import',
  'component-library',
  'returns',
];
const vendors = [
  'vetus',
  'yanmar',
  'volvo-penta',
  'jabsco',
  'lewmar',
  'harken',
  'raymarine',
  'garmin',
  'whale',
  'seaflo',
  'racor',
  'sika',
  'hempel',
  'plastimo',
  'barton',
  'ronstan',
  'selden',
  'maxwell',
  'quick',
  'victron',
  'mastervolt',
  'blue-sea',
];
const modules = [
  'client',
  'catalog',
  'prices',
  'stock',
  'images',
  'orders',
  'mapping',
  'returns',
  'freight',
  'warranty',
];
const folders = [
  'src',
  'import',
  'export',
  'sync',
  'pages',
  'jobs',
  'mails',
  'forms',
  'rules',
  'checks',
];
const verbs = ['read', 'map', 'check', 'merge', 'store', 'list'];
const tasks = [
  'Bring # to the new mapping of suppliers',
  'Find out why # is slow with the large feed, and fix it',
  'Cover # with tests before the next import',
  'Use Money instead of numbers in #',
  'Answer the review of #',
  'Handle withdrawn parts in #',
  'Remove what nothing calls in #',
];
/** Of each file, so that there is free code beside what is held. */
const heldPerFile = 3;
const filesPerPublication = 500;
const spare = 20;
/** Reservations are made in so many minutes, so that they do not all end at once. */
export const scaleMinutes = 6;

/** Fills the workspace up to so many agents and reservations, in a tree of one package per supplier. With fewer agents some go. */
export async function addScale(stage: Stage, { agents, reservations }: Scale): Promise<void> {
  const { caller } = stage.accounts.maren;
  const { id } = stage.workspace;
  const there = [...stage.agents.values()].filter(({ isThere }) => isThere);
  if (agents > 0) for (const agent of there.slice(agents)) await agent.end();
  const held = await caller.call('listReservations', { id });
  const missing = Math.max(0, agents - there.length);
  // What expires while this is made is made up for.
  const wanted = reservations === 0 ? 0 : reservations + spare;
  const symbols = Math.max(0, wanted - held.length);
  const files = await addFiles(stage, Math.ceil(Math.max(symbols, missing) / heldPerFile));
  const added = Array.from({ length: missing }, (_, at) =>
    newAgent(stage, planOf(at, files, missing)),
  );
  for (let minute = 0; minute < scaleMinutes; minute += 1) {
    stage.clock.advance(minuteMs);
    const now = added.filter((_, at) => at % scaleMinutes === minute);
    await Promise.all(now.map((agent) => work(stage, agent, symbols > 0)));
    await refresh(stage, stage.agents.values());
  }
  for (const [at, agent] of added.entries()) stage.agents.set(`added ${at}`, agent);
}

async function addFiles(stage: Stage, count: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, at) => {
    const vendor = vendors[at % vendors.length] ?? '';
    const round = Math.floor(at / vendors.length);
    const module = modules[round % modules.length] ?? '';
    const part = Math.floor(round / modules.length);
    const folder = folders[part] ?? `part-${part}`;
    const names = verbs.map((verb) => `${verb}${pascal(vendor)}${pascal(module)}`);
    const symbols = names.map((name) => ({ name, kind: 'function' as const, members: [] }));
    return published({ path: `packages/${vendor}/${folder}/${module}.ts`, symbols }, stage.random);
  });
  const { caller } = stage.accounts.maren;
  for (let at = 0; at < files.length; at += filesPerPublication) {
    const part = files.slice(at, at + filesPerPublication);
    await caller.call('publishSymbols', { id: stage.workspace.id, files: part, full: true });
  }
  for (const file of files) stage.files.set(file.path, file);
  return files.map(({ path }) => path);
}

function planOf(at: number, files: readonly string[], agents: number): AgentPlan {
  const own = files.filter((_, index) => index % agents === at);
  const task = tasks[at % tasks.length] ?? '';
  return {
    person: personNames[at % personNames.length] ?? 'maren',
    client: clients[at % clients.length] ?? 'codex',
    ...(at % 3 > 0 && { workstream: branches[at % branches.length] ?? 'returns' }),
    from: 0,
    files: own,
    prompts: [[0, task.replace('#', own[0] ?? 'the supplier packages')]],
  };
}

/** Begins its task, and holds some symbols of each of its files. */
async function work({ files, random }: Stage, agent: DemoAgent, isHolding: boolean): Promise<void> {
  const { plan } = agent.settings;
  await agent.start(plan.prompts[0]?.[1] ?? '');
  if (!isHolding) return;
  for (const file of plan.files) {
    const from = random.between(0, verbs.length - heldPerFile);
    const held = (files.get(file)?.symbols ?? []).slice(from, from + heldPerFile);
    const place = { file, symbols: held.map(({ name }) => name) };
    await agent.keep(place);
  }
}

function pascal(words: string): string {
  return words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
