/** MTG-26: reading a transcript does not hold up other requests. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { suite, test as scenarios } from 'uvu';
import * as assert from 'uvu/assert';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import type { ReadTranscript, ToRead } from '../../relay/meetings/reading/read.ts';
import {
  ReadingThread,
  type ReadingThreadOptions,
} from '../../relay/meetings/reading/reading-thread.ts';
import { relayScenario } from '../support/scenario.ts';
import { eventually } from '../support/waiting.ts';

interface Context {
  folder: string;
  threads: ReadingThread[];
  errors: unknown[];
}

const test = suite<Context>('the thread that reads transcripts');

test.before.each(async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'coord-reading-'));
  Object.assign(context, { folder, threads: [], errors: [] });
});
test.after.each(async ({ folder, threads }) => {
  for (const one of threads) await one.close();
  await rm(folder, { recursive: true });
});

/** A thread that does this with `text`, and answers with its words as the title of an action item. */
function threadThat(
  context: Context,
  deed: string,
  options: Partial<ReadingThreadOptions> = {},
): ReadingThread {
  const script = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    const folder = ${JSON.stringify(`${context.folder}/`)};
    parentPort.on('message', ({ text }) => {
      ${deed}
      parentPort.postMessage({ participants: [text], items: { decisions: [], actions: [] } });
    });`;
  const thread = new ReadingThread({
    onError: (error) => context.errors.push(error),
    address: `data:text/javascript,${encodeURIComponent(script)}`,
    ...options,
  });
  context.threads.push(thread);
  return thread;
}

function asking(text: string): ToRead {
  return { text, participants: [], nowMs: 0 };
}

async function read(
  thread: ReadingThread,
  text: string,
  workspaceId = 'wks_1',
): Promise<ReadTranscript> {
  const found = await thread.read(asking(text), workspaceId);
  if (isRefusal(found)) throw new Error(found.message);
  return found;
}

const waitsFor = (name: string) => `while (!existsSync(folder + ${JSON.stringify(name)}));`;

test('MTG-26 a short transcript does not wait for a very long one', async (context) => {
  const { folder } = context;
  const deed = `if (text.length > 9) { ${waitsFor('go')} }`;
  const thread = threadThat(context, deed);
  const long = read(thread, 'long '.repeat(40_001));
  assert.equal((await read(thread, 'short')).participants, ['short']);
  await writeFile(join(folder, 'go'), '');
  assert.is((await long).participants[0]?.length, 200_005);
});

test('MTG-26 this thread works while the other reads, one transcript after the other', async (context) => {
  const { folder } = context;
  const thread = threadThat(
    context,
    "writeFileSync(folder + text, ''); while (!existsSync(folder + text + '-go'));",
  );
  const [first, second] = [read(thread, 'first'), read(thread, 'second')];
  await eventually('the first is read', () =>
    Promise.resolve(existsSync(`${folder}/first`) || undefined),
  );
  assert.not.ok(existsSync(`${folder}/second`));
  await writeFile(`${folder}/first-go`, '');
  assert.equal((await first).participants, ['first']);
  await writeFile(`${folder}/second-go`, '');
  assert.equal((await second).participants, ['second']);
});

test('MTG-26 a thread that dies takes nothing with it: its transcript is tried once more', async (context) => {
  const thread = threadThat(
    context,
    "if (text === 'bad' && !existsSync(folder + 'once')) { writeFileSync(folder + 'once', ''); process.exit(3); }",
  );
  const [bad, good] = await Promise.all([read(thread, 'bad'), read(thread, 'good')]);
  assert.equal([bad.participants, good.participants], [['bad'], ['good']]);
  assert.is(context.errors.length, 1);
});

test('MTG-26 a transcript over which it dies twice is kept, and a notice says so', async (context) => {
  const thread = threadThat(context, "if (text === 'bad') throw new Error('broken');");
  const [bad, good] = await Promise.all([read(thread, 'bad'), read(thread, 'good')]);
  assert.match(bad.items.notices?.join() ?? '', /failed on this transcript.*read_meeting/);
  assert.equal(good.participants, ['good']);
  assert.match(String(context.errors), 'broken');
  const given = { reading: { decisions: [], action_items: [] }, readBy: 'agent:a' };
  const refused = await thread.read({ ...asking('bad'), given }, 'wks_1');
  assert.ok(isRefusal(refused) && refused.error === 'Unavailable');
});

test('MTG-26 twenty transcripts of a workspace may wait; its next is refused, and told to come again', async (context) => {
  const thread = threadThat(context, waitsFor('go'));
  const all = Array.from({ length: 21 }, (_, at) => read(thread, `t${at}`));
  const refused = await thread.read(asking('one too many'), 'wks_1');
  assert.ok(isRefusal(refused) && refused.error === 'Unavailable');
  assert.match(refused.message, 'Try again');
  const other = read(thread, 'of another', 'wks_2');
  await writeFile(join(context.folder, 'go'), '');
  assert.is((await Promise.all(all)).length, 21);
  assert.equal((await other).participants, ['of another']);
  assert.equal((await read(thread, 'after')).participants, ['after']);
});

test('MTG-26 the transcripts of different workspaces take turns', async (context) => {
  const thread = threadThat(context, waitsFor('go'));
  const order: string[] = [];
  const reads = (text: string, workspaceId: string) =>
    read(thread, text, workspaceId).then(() => order.push(text));
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((text) => reads(text, 'a')),
    ...['b1', 'b2'].map((text) => reads(text, 'b')),
    reads('c1', 'c'),
  ];
  await writeFile(join(context.folder, 'go'), '');
  await Promise.all(all);
  assert.equal(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('MTG-26 so many may wait of all workspaces', async (context) => {
  const thread = threadThat(context, waitsFor('go'));
  const all = Array.from({ length: 101 }, (_, at) => read(thread, `t${at}`, `wks_${at % 9}`));
  const refused = await thread.read(asking('one too many'), 'wks_new');
  assert.ok(isRefusal(refused) && refused.error === 'Unavailable');
  await writeFile(join(context.folder, 'go'), '');
  assert.is((await Promise.all(all)).length, 101);
});

test('MTG-26 a thread without work ends, and the next transcript starts another', async (context) => {
  const thread = threadThat(context, '', { idleMs: 1 });
  assert.not.ok(thread.isRunning, 'before the first transcript there is none');
  await read(thread, 'first');
  await eventually('it has ended', () => Promise.resolve(!thread.isRunning || undefined));
  assert.equal((await read(thread, 'second')).participants, ['second']);
});

test('MTG-26 closing ends what is being read, and refuses it', async (context) => {
  const thread = threadThat(context, waitsFor('never'));
  const reading = thread.read(asking('endless'), 'wks_1');
  await eventually('it reads', () => Promise.resolve(thread.isRunning || undefined));
  await thread.close();
  const refused = await reading;
  assert.ok(isRefusal(refused) && refused.error === 'Unavailable');
  assert.equal([thread.isRunning, context.errors], [false, []]);
  assert.ok(isRefusal(await thread.read(asking('later'), 'wks_1')));
});

relayScenario(
  'MTG-26',
  'a relay reads in a thread that starts with the first transcript and ends with the relay',
  async (world) => {
    const threads: Worker[] = [];
    const note = (worker: Worker) => threads.push(worker);
    process.on('worker', note);
    const { id: workspace_id } = world.workspace;
    const transcript = 'Ann: We decided to use JWT tokens in src/auth.ts.\n'.repeat(1_000);
    let isRead = false;
    const ingested = world
      .as('ada')
      .ok('ingestMeeting', { workspace_id, title: 'Login', transcript })
      .finally(() => (isRead = true));
    for (let answered = 0; answered < 5; answered += 1) {
      await world.as('bob').ok('recentMeetings', { workspace_id });
    }
    assert.not.ok(isRead, 'others are answered meanwhile');
    const made = await ingested;
    process.off('worker', note);
    assert.is(made.decisions[0]?.title, 'Use JWT tokens in src/auth.ts');
    assert.is(threads.length, 1);
    const ended = once(threads[0] as Worker, 'exit');
    await world.restart();
    await ended;
  },
  { relay: { transcriptReader: undefined } },
);

test.run();
scenarios.run();
