import { published } from './repository/repository.ts';
import { newAgent } from './seed/day.ts';
import type { Stage } from './stage.ts';
import type { AgentPlan } from './team/plans.ts';
import { personNames } from './team/people.ts';

export interface Scale {
  readonly agents: number;
  readonly reservations: number;
}

const clients = ['claude-code', 'codex', 'gemini-cli', 'cursor', 'opencode'] as const;
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
const verbs = ['read', 'map', 'check', 'merge', 'store', 'list'];
const filesPerPublication = 500;
const spare = 20;

/** Fills the workspace up to so many agents and reservations, in a tree of one package per supplier. */
export async function addScale(stage: Stage, { agents, reservations }: Scale): Promise<void> {
  const { caller } = stage.accounts.maren;
  const { id } = stage.workspace;
  const there = await caller.call('listSessions', { id });
  const held = await caller.call('listReservations', { id });
  const missing = Math.max(0, agents - there.length);
  // What expires while this is made is made up for.
  const wanted = reservations === 0 ? 0 : reservations + spare;
  const symbols = Math.max(0, wanted - held.length);
  const files = await addFiles(stage, Math.ceil(Math.max(symbols, missing) / verbs.length));
  const added = Array.from({ length: missing }, (_, at) => planOf(at, files, missing));
  await Promise.all(added.map((plan, at) => arrive(stage, `added ${at}`, plan)));
  await reserve(stage, files, symbols);
}

async function addFiles(stage: Stage, count: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, at) => {
    const vendor = vendors[at % vendors.length] ?? '';
    const round = Math.floor(at / vendors.length);
    const module = modules[round % modules.length] ?? '';
    const version = Math.floor(round / modules.length);
    const folder = version === 0 ? 'src' : `src/v${version}`;
    const names = verbs.map((verb) => `${verb}${pascal(vendor)}${pascal(module)}`);
    const symbols = names.map((name) => ({ name, kind: 'function' as const, members: [] }));
    return published(
      { path: `packages/supplier-${vendor}/${folder}/${module}.ts`, symbols },
      stage.random,
    );
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
  const task = `Bring ${own[0] ?? 'the supplier packages'} to the new mapping of suppliers`;
  return {
    person: personNames[at % personNames.length] ?? 'maren',
    client: clients[at % clients.length] ?? 'codex',
    ...(at % 3 > 0 && { workstream: branches[at % branches.length] ?? 'returns' }),
    from: 0,
    files: own,
    prompts: [[0, task]],
  };
}

async function arrive(stage: Stage, name: string, plan: AgentPlan): Promise<void> {
  const agent = newAgent(stage, plan);
  stage.agents.set(name, agent);
  await agent.start(plan.prompts[0]?.[1] ?? '');
}

/** Every agent holds what is in its own files, until there are so many symbols. */
async function reserve(stage: Stage, files: readonly string[], symbols: number): Promise<void> {
  const owners = [...stage.agents].flatMap(([name, agent]) =>
    name.startsWith('added ') ? [agent] : [],
  );
  let left = symbols;
  const edits = files.flatMap((file) => {
    const owner = owners.find(({ settings }) => settings.plan.files.includes(file)) ?? owners[0];
    const names = (stage.files.get(file)?.symbols ?? []).slice(0, left).map(({ name }) => name);
    left -= names.length;
    return owner === undefined || names.length === 0 ? [] : [owner.keep({ file, symbols: names })];
  });
  await Promise.all(edits);
}

function pascal(words: string): string {
  return words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
