import type { Page } from 'playwright-core';
import type { Demo } from './demo/start-demo.ts';

/** One photograph: an address below the workspace's, and what is done there before. */
export interface Shot {
  readonly name: string;
  readonly path: string | ((demo: Demo) => Promise<string>);
  readonly act?: (page: Page, demo: Demo) => Promise<void>;
  readonly after?: (page: Page, demo: Demo) => Promise<void>;
}

const views = {
  now: '/now',
  inbox: '/inbox',
  decisions: '/decisions',
  conventions: '/conventions',
  graph: '/graph',
  work: '/work',
  'work-tasks': '/work/tasks',
  'work-packages': '/work/packages',
  'work-gate': '/work/gate',
  meetings: '/meetings',
  people: '/people',
  settings: '/settings',
  'settings-keys': '/settings/keys',
  'settings-connect': '/settings/connect',
} as const;

/** Every view of the usual workspace, the pages of some records, and a few states. */
export const usualShots: readonly Shot[] = [
  ...Object.entries(views).map(([name, path]) => ({ name, path })),
  { name: 'decision', path: async (demo) => `/decisions/${await changedDecision(demo)}` },
  {
    name: 'inbox-negotiation',
    path: async (demo) => `/inbox/negotiation/${await escalatedNegotiation(demo)}`,
  },
  { name: 'inbox-stale', path: async (demo) => `/inbox/stale/${await changedDecision(demo)}` },
  { name: 'meeting', path: async (demo) => `/meetings/${await todaysMeeting(demo)}` },
  { name: 'person', path: async ({ accounts }) => `/people/${accounts.priya?.id}` },
  { name: 'palette', path: '/now', act: openPalette },
  {
    name: 'relay-gone',
    path: '/now',
    act: loseRelay,
    after: (_page, { startRelay }) => startRelay(),
  },
];

/** The guided start. */
export const emptyShots: readonly Shot[] = [
  { name: 'empty', path: '/now' },
  { name: 'empty-inbox', path: '/inbox' },
  { name: 'empty-decisions', path: '/decisions' },
];

/** What only a daemon's page has. */
export const daemonShots: readonly Shot[] = [{ name: 'agents', path: '/agents' }];

/** 300 agents with 5,000 reservations. */
export const largeShots: readonly Shot[] = [{ name: 'now-300', path: '/now' }];

/** A decision with a chain behind it whose code has changed. */
async function changedDecision({ owner: { caller }, workspace: { id } }: Demo): Promise<string> {
  const { decisions } = await caller.call('listDecisions', { id, state: 'stale' });
  const found = decisions.find(({ supersedes }) => supersedes !== undefined) ?? decisions[0];
  return found?.id ?? '';
}

async function escalatedNegotiation(demo: Demo): Promise<string> {
  const { owner, workspace } = demo;
  const asked = { id: workspace.id, status: 'escalated' } as const;
  const { negotiations } = await owner.caller.call('listNegotiations', asked);
  return negotiations[0]?.id ?? '';
}

async function todaysMeeting({ owner: { caller }, workspace: { id } }: Demo): Promise<string> {
  const [newest] = await caller.call('recentMeetings', { workspace_id: id });
  return newest?.id ?? '';
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
}

async function loseRelay(page: Page, { stopRelay }: Demo): Promise<void> {
  await stopRelay();
  await page.locator('html[data-lost]').waitFor();
}
