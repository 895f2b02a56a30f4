/**
 * Two hours of talk as text without a language model: how long the end takes, what memory it needs, and how long hooks at the same relay
 * take meanwhile. Prints the figures.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { joined } from './live.ts';
import { builtCoord } from '../support/built-coord.ts';

const run = promisify(execFile);
const transcripts = new URL('./transcripts/', import.meta.url);
/** Two hours at 140 words a minute. */
const words = 16_800;
/** What is said in about five seconds. */
const wordsInPiece = 12;
const hookEveryMs = 20;

/** Lines of the marked transcripts, one meeting after the other, cut into what a recogniser would send. */
async function talk(): Promise<string[]> {
  const names = (await readdir(transcripts)).filter((name) => name.endsWith('.txt')).sort();
  const texts = await Promise.all(
    names.map((name) => readFile(new URL(name, transcripts), 'utf8')),
  );
  const pieces: string[] = [];
  let count = 0;
  for (const line of texts.join('\n').split('\n')) {
    const spoken = line.trim().split(/\s+/);
    if (line.trim() === '') continue;
    for (let at = 0; at < spoken.length && count < words; at += wordsInPiece) {
      const piece = spoken.slice(at, at + wordsInPiece);
      count += piece.length;
      pieces.push(piece.join(' '));
    }
  }
  return pieces;
}

test('MTG-1 two hours of talk are kept in order and read; hooks take at most twice as long while it is said', async () => {
  const folder = await mkdtemp(pathOf(tmpdir(), 'coord-long-talk-'));
  const environment = { ...process.env, COORD_HOME: folder, COORD_DEFAULT_TIER: 'unlimited' };
  const add = ['relay', 'user', 'add', '--email', 'ada@example.com', '--name', 'Ada', '--json'];
  const { stdout } = await run(process.execPath, [builtCoord, ...add], { env: environment });
  const { key } = JSON.parse(stdout) as { key: string };
  const relay = spawn(process.execPath, [builtCoord, 'relay', '--port', '0', '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface(relay.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(
      answer.status < 300,
      `${method} ${path}: ${answer.status} ${answer.ok ? '' : await answer.clone().text()}`,
    );
    return (await answer.json()) as Record<string, unknown>;
  };
  const memory = async () =>
    Math.round(Number((await call('GET', '/metrics'))['resident_bytes']) / 1_048_576);
  try {
    const { id: workspace_id } = await call('POST', '/workspaces', { name: 'shop', slug: 'shop' });
    const hooks = new Hooks((body) =>
      call('POST', '/workspaces/sessions/hook', {
        workspace_slug: 'shop',
        agent_type: 'test',
        conversation_id: 'c1',
        ...body,
      }),
    );
    await hooks.begin();
    await hooks.during('warm', () => pause(3_000));
    await hooks.during('idle', () => pause(20_000));
    const before = await memory();
    const made = await call('POST', '/meetings/start', { workspace_id, title: 'Two hours' });
    const client = await joined(String(made['ws_url']), {
      headers: { authorization: `Bearer ${key}` },
    });
    const pieces = await talk();
    await hooks.during('said', async () => {
      for (const [at, text] of pieces.entries()) {
        client.send({ type: 'text', id: `p${at}`, text });
        // Ten times as fast as people: so that it is measured in minutes.
        await pause(10);
      }
      await eventually(
        'all of it',
        async () =>
          client.inbox.items.some(({ id }) => id === `p${pieces.length - 1}`) || undefined,
        60_000,
      );
    });
    let most = await memory();
    const endedMs = await hooks.during('read', async () => {
      const begunMs = performance.now();
      client.send({ type: 'stop' });
      let isOver = false;
      void client.closed.then(() => (isOver = true));
      while (!isOver) {
        await pause(100);
        most = Math.max(most, await memory());
      }
      return performance.now() - begunMs;
    });
    const meeting = (await call('GET', `/meetings/${String(made['id'])}`)) as {
      transcript: string;
      decisions: object[];
      action_items: object[];
      method: string;
    };
    await hooks.during('after', () => pause(5_000));
    console.log(
      `${words} words in ${pieces.length} pieces (${meeting.method}): the end took ${(endedMs / 1_000).toFixed(1)} s; ${before} MB before, at most ${most} MB; ` +
        `${meeting.decisions.length} decisions, ${meeting.action_items.length} action items`,
    );
    console.log(
      `hooks, p50 / p99 / worst in ms: ${['idle', 'said', 'read', 'after'].map((name) => hooks.shown(name)).join('; ')}`,
    );
    const said = meeting.transcript.split('\n');
    assert.ok(endedMs < 60_000, 'the end comes within a minute');
    assert.is(said.length, pieces.length, 'every piece is there');
    // Secrets that somebody says are gone.
    const changed = said.filter((text, at) => text !== pieces[at]);
    assert.ok(changed.length < 10, `in order: ${changed.slice(0, 3).join(' | ')}`);
    assert.ok(hooks.p99('said') <= 2 * hooks.p99('idle') + slackMs, 'while it is said');
    const [read, idle] = [hooks.p99('read'), hooks.p99('idle')];
    if (read > 2 * idle + slackMs)
      console.log(
        `Missed: hooks take ${(read / idle).toFixed(1)} times their idle p99 while it is read; the aim is 2.`,
      );
  } finally {
    relay.kill('SIGTERM');
    await once(relay, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
});

/** What a busy machine adds by itself. */
const slackMs = 25;

/** Hooks of one agent: before and after a write by turns, at a steady pace. */
class Hooks {
  private readonly times = new Map<string, number[]>();
  private count = 0;

  constructor(private readonly send: (body: object) => Promise<unknown>) {}

  async begin(): Promise<void> {
    await this.send({ event: 'sessionStart' });
  }

  async during<T>(phase: string, work: () => Promise<T>): Promise<T> {
    let isOver = false;
    const times: number[] = [];
    this.times.set(phase, times);
    const sending = (async () => {
      while (!isOver) {
        const begunMs = performance.now();
        const event = this.count++ % 2 === 0 ? 'preToolUse' : 'postToolUse';
        await this.send({ event, file_path: `src/file${this.count % 50}.ts` });
        times.push(performance.now() - begunMs);
        await pause(hookEveryMs);
      }
    })();
    const done = await work();
    isOver = true;
    await sending;
    times.sort((a, b) => a - b);
    return done;
  }

  p99(phase: string): number {
    return this.at(phase, 0.99);
  }

  shown(phase: string): string {
    const count = this.times.get(phase)?.length ?? 0;
    const [half, high, worst] = [0.5, 0.99, 1].map((share) => this.at(phase, share).toFixed(1));
    return `${phase} ${half} / ${high} / ${worst} (${count})`;
  }

  private at(phase: string, share: number): number {
    const times = this.times.get(phase) ?? [];
    return times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  }
}

test.run();
