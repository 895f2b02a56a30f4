import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toTimestamp } from '../../shared/kernel/timestamp.ts';
import { maxBriefingLength, renderBriefing } from '../../shared/sessions/briefing.ts';
import { decisionsInBriefing } from '../../shared/sessions/briefing-knowledge.ts';

const test = suite('what a briefing leaves out');
const nowMs = Date.UTC(2030, 0, 31);
const words = 'rotates the refresh tokens of every login '.repeat(4);

type Facts = Parameters<typeof renderBriefing>[0];

/** A team that has `count` of everything, item 1 the newest. */
function teamWith(count: number): Facts {
  const many = <T>(make: (n: number, at: string) => T) =>
    Array.from({ length: count }, (_, n) => make(n + 1, toTimestamp(nowMs - n * 60_000)));
  const file = (n: number) => `packages/checkout/source/payments/providers/file-${n}.ts`;
  const who = { user_id: 'usr_1', user_name: 'Ana Weber', agent_type: 'claude-code', branch: 'b' };
  const holder = { user_id: 'usr_1', reserved_by: 'Ana Weber', symbol_ids: [] };
  const rule = (n: number) => ({ id: `cnv_${n}`, tier: 'must', title: words, affected_files: [] });
  const negotiation = { counterparty_session: 'me', waiting_for: 'counterparty', symbol_ids: [] };
  return {
    workspaceName: 'Team',
    sessionId: 'me',
    userId: 'usr_1',
    nowMs,
    sessions: many((n, at) => ({
      ...{ ...who, id: `sess_${n}`, last_heartbeat: at },
      ...{ current_task: `Agent ${n} ${words}`, current_file: file(n) },
    })).reverse(),
    reservations: many((n) => ({
      ...{ ...holder, session_id: `sess_${n}`, file_path: file(n), current_task: words },
      expires_at: toTimestamp(nowMs + (count - n + 1) * 60_000),
    })).reverse(),
    knowledge: {
      learnings: [],
      conventions: [
        ...many((n) => ({ ...rule(n), status: 'active' })),
        ...many((n) => ({ ...rule(n), status: 'proposed', proposed_by_name: 'Ana Weber' })),
      ],
      decisions: [true, false].flatMap((is_stale) =>
        many((n, created_at) => ({
          ...{ id: `dec_${n}${is_stale ? '_stale' : ''}`, title: `Choice ${n} ${words}`, is_stale },
          ...{ made_by: 'usr_1', made_by_name: 'Ana Weber', files: [], created_at },
        })),
      ),
    },
    work: {
      negotiations: many((n) => ({
        ...{ ...negotiation, id: `neg_${n}`, initiator: 'Ana Weber', file: file(n) },
        rationale: words,
      })),
      tasks: [],
      workstreams: many((n) => ({ slug: `w-${n}`, title: words, branch: 'b', members: [who] })),
    },
    events: many((n, at) => ({ type: 'agent_sync', user: `Bo ${n}`, task: words, at })).reverse(),
  } as unknown as Facts;
}

/** The lines below each heading. */
function sections(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let heading = '';
  for (const line of text.split('\n').slice(2, -1)) {
    if (line.startsWith('- ')) found.get(heading)?.push(line);
    else found.set((heading = line.split(/[:,;]| that/)[0] ?? ''), []);
  }
  return found;
}

test('SES-10 in a busy team each part of the briefing is there, the newest first, and counts what it leaves out', () => {
  const text = renderBriefing(teamWith(20));
  assert.ok(text.length <= maxBriefingLength, `${text.length} characters`);
  const parts = sections(text);
  assert.equal(
    [...parts.keys()],
    [
      ...['For you', 'Active agents', 'Locked files', 'Decisions', 'Rules of the team', 'Rules'],
      ...['Stale decisions', 'Workstreams', 'Lately'],
    ],
  );
  for (const [heading, lines] of parts) {
    assert.ok(lines.length >= 2, heading);
    const [, left = '0'] = /^- and (\d+) more: `/.exec(lines.at(-1) ?? '') ?? [];
    const total = heading === 'Decisions' ? 40 - 4 : 20;
    assert.is(lines.length - 1 + Number(left), total, heading);
  }
  const first = (heading: string) => parts.get(heading)?.[0] ?? '';
  assert.match(first('Active agents'), 'Agent 1 ');
  assert.match(first('Locked files'), 'file-1.ts');
  assert.match(first('Decisions'), 'Choice 1 ');
  assert.match(first('Lately'), 'Bo 1 ');
  assert.match(parts.get('Locked files')?.at(-1) ?? '', '`coord status`');
});

test('SES-10 where there is room, nothing is left out', () => {
  const text = renderBriefing(teamWith(1));
  assert.not.match(text, ' more: ');
  assert.is(sections(text).size, 9);
});

test('SES-10 a line that is longer than the room stands for nobody else', () => {
  const facts = teamWith(20);
  const sessions = facts.sessions.map((one) => ({ ...one, current_file: 'x'.repeat(199) }));
  const reservations = facts.reservations.map((one) => ({
    ...one,
    symbol_ids: ['a', 'b', 'c'].map((name) => `${one.file_path}#${name.repeat(199)}`),
  }));
  const text = renderBriefing({ ...facts, sessions, reservations });
  assert.ok(text.length <= maxBriefingLength);
  assert.is(sections(text).size, 9);
  for (const [heading, lines] of sections(text)) assert.ok(lines.length >= 1, heading);
});

test('DEC-14 of the decisions only those are told that the briefing has room for', () => {
  const facts = teamWith(20);
  const text = renderBriefing(facts);
  const told = decisionsInBriefing(facts, text);
  const shown = text.split('\n').filter((line) => line.includes('Choice ')).length;
  assert.ok(told.length >= 2);
  assert.is(told.length, shown);
});

test.run();
