import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cut, displayWidth, idColumn, listing, pad, spread } from '../../cli/terminal/table.ts';
import { openOutput, plain } from '../../cli/terminal/output.ts';
import { duration } from '../../shared/kernel/clock.ts';
import { statusLines, type ShownStatus } from '../../cli/commands/status/status-view.ts';
import { chosen } from '../../cli/commands/status/chosen.ts';
import type { Terminal } from '../../cli/terminal/terminal.ts';
import type { SessionRecord } from '../../shared/sessions/contract.ts';
import { jumpSentence } from '../../shared/status/clock-jump.ts';
import { checkRelay } from '../../cli/doctor/relay.ts';
import type { DaemonStatus, ShownReservation } from '../../shared/status/contract.ts';

const test = suite('status view');

const now = Date.UTC(2026, 5, 1, 12);
const options = { style: plain, columns: 80 };

function session(changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: 'sess_1',
    user_id: 'usr_1',
    user_name: 'Ada',
    agent_type: 'claude-code',
    current_task: 'Add the login form',
    current_file: 'src/auth.ts',
    branch: 'feature/login',
    conversation_id: 'conv_1',
    started_at: new Date(now - 60_000).toISOString(),
    last_heartbeat: new Date(now - 12_000).toISOString(),
    reserved_files: ['src/auth.ts'],
    ...changes,
  };
}

function reservation(changes: Partial<ShownReservation> = {}): ShownReservation {
  return {
    file_path: 'src/auth.ts',
    symbol_ids: ['src/auth.ts#login'],
    user_id: 'usr_1',
    user_name: 'Ada',
    reserved_by: 'Ada',
    conversation_id: 'conv_1',
    session_id: 'sess_1',
    agent_type: 'claude-code',
    current_task: 'Add the login form',
    fence: 3,
    expires_at: new Date(now + 9 * 60_000).toISOString(),
    minutes_remaining: 9,
    ...changes,
  };
}

function status(changes: Partial<ShownStatus> = {}): ShownStatus {
  return {
    workspace: { id: 'ws_1', slug: 'shop', name: 'The shop' },
    relay: { url: 'https://coord.example.com', state: 'live' },
    sessions: [session()],
    reservations: [reservation()],
    index: { files: 1200, pending: 0 },
    outbox: 0,
    now,
    ...changes,
  };
}

function text(changes: Partial<ShownStatus> = {}): string {
  return statusLines(status(changes), options).join('\n');
}

test('it names the workspace, the link, each agent with its task and branch, and what it holds', () => {
  const shown = text();
  assert.match(shown, /The shop \(shop\) +relay live/);
  assert.match(shown, /Ada · claude-code on feature\/login +seen 12 s ago/);
  assert.match(shown, 'Add the login form');
  assert.match(shown, /src\/auth\.ts#login +9 min left/);
  assert.match(shown, 'index: 1,200 files');
});

test('whole files, the top level, and reservations of a session that is gone are told apart', () => {
  const shown = text({
    reservations: [
      reservation({ symbol_ids: [] }),
      reservation({ symbol_ids: ['src/auth.ts#'] }),
      reservation({
        session_id: 'sess_9',
        user_name: 'Bo',
        agent_type: 'codex',
        file_path: 'src/db.ts',
      }),
    ],
  });
  assert.match(shown, /src\/auth\.ts \(whole file\)/);
  assert.match(shown, /src\/auth\.ts \(top level\)/);
  assert.match(shown, /Bo · codex +gone, reservations remain/);
  assert.match(shown, /agents? \(1 gone\), 3 reservations/);
});

test('what is not well is said: no relay, provisional reservations, what waits, what is still read', () => {
  const shown = text({
    relay: { url: 'https://coord.example.com', state: 'offline' },
    reservations: [reservation({ provisional: true })],
    outbox: 2,
    index: { files: 10, pending: 4 },
  });
  assert.match(shown, /relay offline/);
  assert.match(shown, /! The relay cannot be reached/);
  assert.match(shown, /! 1 reservation of yours waits/);
  assert.match(shown, /! 2 messages/);
  assert.match(shown, /! Indexing: 4 files/);
  assert.match(shown, /src\/auth\.ts#login +provisional +9 min left/);
});

test('DUR-14 files that cannot be listed are said', () => {
  const problem = 'The files of /work/shop cannot be listed: fatal: index file corrupt';
  const shown = text({ index: { files: 0, pending: 0, problem } });
  assert.match(shown.replace(/\s+/gu, ' '), '! The files of /work/shop cannot be listed');
});

test('a reservation that has run out is not shown, and nobody is said to be nobody', () => {
  const expired = reservation({ expires_at: new Date(now - 1).toISOString() });
  assert.not.match(text({ reservations: [expired] }), 'src/auth.ts#login');
  assert.match(text({ sessions: [], reservations: [] }), 'Nobody is active');
});

test('CMD-6 a part that nobody is in is not said to be all', () => {
  const part = chosen(status({ sessions: [session()], reservations: [] }), { agent: 'zed' });
  const lines = statusLines(part, options).join(' ').replace(/\s+/gu, ' ');
  assert.match(lines, 'No agents match --agent zed.');
  assert.match(lines, 'There is 1 in all.');
  assert.not.match(lines, 'Nobody is active');
});

test('CMD-6 who asks for a path is told of reservations', () => {
  const given = { sessions: [session(), session({ id: 'sess_2' })] };
  const nothing = (changes: Partial<ShownStatus>) =>
    chosen(status({ ...given, ...changes }), { path: 'src/b.ts' }).nothing ?? '';
  assert.match(nothing({}), /^No reservations match --path src\/b\.ts\. .* There is 1 in all\.$/);
  assert.match(nothing({ reservations: [] }), /There are none at all\.$/);
});

test('CMD-6 agents that are called alike are told apart by their sessions', () => {
  const ids = ['sess_aaaaaa1', 'sess_aaaaaa2', 'sess_bbbbbbbb'];
  const sessions = ids.map((id) => session({ id }));
  const other = session({ id: 'sess_cccccccc', branch: 'main' });
  const shown = text({ sessions: [...sessions, other], reservations: [] });
  for (const id of ['sess_aaaaaa1', 'sess_aaaaaa2', 'sess_bbbbbb'])
    assert.match(shown, `Ada · claude-code on feature/login · ${id} `);
  assert.match(shown, 'Ada · claude-code on main ');
});

test('a daemon that starts says that nothing is reserved yet, one that indexes what is not known yet', () => {
  const shown = text({
    workspace: null,
    relay: { url: 'inside', state: 'connecting' },
    index: { files: 0, pending: 0 },
  });
  assert.match(shown, 'Nothing is reserved before it knows its workspace.');
  assert.match(shown, 'index: not begun');
  const indexing = text({ index: { files: 3, pending: 5 } }).replace(/\s+/gu, ' ');
  assert.match(indexing, 'Indexing: 5 files to go. Edits are checked and reserved already');
});

test('no line is wider than the terminal, whatever people write', () => {
  const long = 'wide 漢字 and 🧹 '.repeat(30);
  const lines = statusLines(
    status({
      workspace: { id: 'ws_1', slug: 'shop', name: long },
      sessions: [session({ user_name: long, branch: long, current_task: long })],
      reservations: [reservation({ file_path: long, symbol_ids: [`${long}#x`] })],
    }),
    options,
  );
  for (const line of lines.flatMap((one) => one.split('\n'))) {
    assert.ok(displayWidth(line) <= 80, line);
  }
});

test('what is not well is said whole, in as many lines as it takes', () => {
  const problem =
    'The relay no longer accepts this key; sign in again with: coord login --relay https://coord.example.com';
  const shown = statusLines(
    status({ relay: { url: 'https://coord.example.com', state: 'offline', problem } }),
    options,
  );
  assert.ok(shown.join(' ').replace(/\s+/g, ' ').includes(`! ${problem}`));
});

test('RSV-20 a jump of the relay’s clock is shown in one line, as doctor says it', async () => {
  const clock = jumpSentence({ from: now - 7_200_000, to: now });
  const relay = { url: 'inside', state: 'live', clock } as const;
  const line = "! The relay's clock went forward by 2 h at 12:00 UTC; holds were kept.";
  assert.ok(text({ relay }).split('\n').includes(line), text({ relay }));
  const found = await checkRelay(
    { environment: {} } as Terminal,
    status({ relay }) as DaemonStatus,
  );
  assert.ok(found.some(({ state, detail }) => state === 'warning' && detail === clock));
});

test('doctor never sends anybody to a second daemon: the first has to stop before', async () => {
  const relay = { url: 'inside', state: 'offline' } as const;
  const terminal = { environment: {} } as Terminal;
  const found = await checkRelay(terminal, status({ relay }) as DaemonStatus);
  const { fix = '' } = found.find(({ state }) => state === 'broken') ?? {};
  assert.match(fix, /^Stop the daemon, then start it .*: coord daemon --verbose$/);
});

test('doctor blames no daemon for a relay that nothing answers at', async () => {
  const relay = { url: 'http://127.0.0.1:9', state: 'offline' } as const;
  const terminal = { environment: {} } as Terminal;
  const found = await checkRelay(terminal, status({ relay }) as DaemonStatus);
  const broken = found.filter(({ state }) => state === 'broken').map(({ check }) => check);
  assert.equal(broken, ['relay']);
  assert.not.match(JSON.stringify(found), 'Stop the daemon');
});

test('text of other people cannot move the cursor or draw lines of its own', () => {
  const shown = text({
    sessions: [session({ current_task: 'x\u001b[2J\u001b[H\nrelay offline\u202e' })],
  });
  assert.not.match(shown, '\u001b');
  assert.not.match(shown, '\u202e');
  assert.not.match(shown, /^relay offline/m);
});

test('colours are for terminals only, and not where NO_COLOR or --json say so', () => {
  const sink = { write: () => true } as unknown as Terminal['output'];
  const styleOf = (isTTY: boolean, environment: Record<string, string>, json = false) =>
    openOutput(
      {
        environment,
        output: Object.assign(Object.create(sink), { isTTY }),
        errors: sink,
      } as Terminal,
      { json },
    ).style.red('x');
  assert.is(styleOf(true, {}), '\u001b[31mx\u001b[39m');
  assert.is(styleOf(false, {}), 'x');
  assert.is(styleOf(true, { NO_COLOR: '1' }), 'x');
  assert.is(styleOf(true, { TERM: 'dumb' }), 'x');
  assert.is(styleOf(true, {}, true), 'x');
});

test('a table gives up the room of its flexible columns first', () => {
  const keys = [{ id: 'key_1234', name: 'a very long name indeed', state: 'valid' }];
  const shown = listing({ room: 30, style: plain, wide: true }, keys, [
    idColumn,
    { title: 'NAME', flexible: true, cell: (one) => one.name },
    { title: 'STATE', cell: (one) => one.state },
  ]);
  assert.equal(shown.split('\n'), [
    'ID        NAME           STATE',
    'key_1234  a very long…   valid',
  ]);
});

test('widths count what a terminal shows', () => {
  assert.is(displayWidth('漢字'), 4);
  assert.is(displayWidth('é'.normalize('NFD')), 1);
  assert.is(cut('漢字漢字', 5), '漢字…');
  assert.is(pad('é'.normalize('NFD'), 3).endsWith('  '), true);
  assert.equal(spread('left', 'right', 20), ['left           ', 'right']);
  assert.is(duration(59_400), '59 s');
  assert.is(duration(61_000), '1 min');
  assert.is(duration(-5), '0 s');
});

test.run();
