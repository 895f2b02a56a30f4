import { dayMs, minuteMs } from '../clock.ts';
import type { Stage } from '../stage.ts';
import { platformDecisions } from '../story/decisions-platform.ts';
import { shopDecisions } from '../story/decisions-shop.ts';
import { meetings } from '../story/meetings.ts';
import { rules, type ToldRule } from '../story/rules.ts';
import type { ToldDecision } from '../story/told-decision.ts';
import { workstreams, type ToldWorkstream } from '../story/workstreams.ts';

import { holdMeeting } from './meetings.ts';

/** So many days before today the workspace begins. */
export const daysBefore = 17;

/** What the team decided, met about and began before today. `today` is when the day's work begins, in milliseconds. */
export async function playWeeksBefore(stage: Stage, today: number): Promise<void> {
  const happenings = [
    ...[...shopDecisions, ...platformDecisions].map(told(recordDecision)),
    ...rules.map(told(proposeRule)),
    ...meetings.filter(({ minute }) => minute === undefined).map(told(holdMeeting)),
    ...workstreams.map(told(startWorkstream)),
  ].sort((one, other) => one.day - other.day);
  for (const [at, { day, act }] of happenings.entries()) {
    const within = Math.min(at * minuteMs, 3 * 60 * minuteMs) + stage.random.between(0, 50_000);
    if (day < 0) stage.clock.advanceTo(today + day * dayMs + within);
    await act(stage);
  }
}

function told<Told extends { readonly day: number }>(
  act: (stage: Stage, one: Told) => Promise<void>,
) {
  return (one: Told) => ({ day: one.day, act: (stage: Stage) => act(stage, one) });
}

async function recordDecision(stage: Stage, decision: ToldDecision): Promise<void> {
  const { who, title, rationale, type, files, supersedes } = decision;
  const { id } = await stage.accounts[who].caller.call('recordDecision', {
    workspace_id: stage.workspace.id,
    title,
    rationale,
    type,
    files: [...files],
    ...(supersedes !== undefined && { supersedes: stage.ids.get(supersedes) }),
  });
  stage.ids.set(title, id);
}

async function proposeRule({ workspace: { id }, accounts }: Stage, rule: ToldRule): Promise<void> {
  const { who, title, rationale, tier, globs, acceptedBy, retired } = rule;
  const proposal = { id, title, rationale, tier, affected_files: [...globs] };
  const { id: cid } = await accounts[who].caller.call('proposeConvention', proposal);
  if (acceptedBy !== undefined)
    await accounts[acceptedBy].caller.call('acceptConvention', { id, cid });
  if (retired) await accounts.maren.caller.call('changeConvention', { id, cid, status: 'retired' });
}

async function startWorkstream(stage: Stage, workstream: ToldWorkstream): Promise<void> {
  const { id } = stage.workspace;
  const { slug, who, title, description, visibility = 'team', ended, pullRequest } = workstream;
  const { caller } = stage.accounts[who];
  await caller.call('startWorkstream', { id, slug, title, description, visibility });
  if (ended === 'abandoned') await caller.call('endWorkstream', { id, slug, reason: description });
  if (ended === 'completed')
    await caller.call('completeWorkstream', { id, slug, pr_url: pullRequest });
}
