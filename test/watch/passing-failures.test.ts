/** A relay that turns one request down, or a disk that is full for a moment, costs `coord watch` nothing but time. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepLooking } from '../../cli/watch/keep-trying.ts';
import { eventually } from '../support/waiting.ts';
import { Team } from './team.ts';

const test = suite('coord watch and failures that pass');

/** Stands before the relay and answers some requests by itself. */
class Between {
  /** Takes a request by its path; true when it has answered it. */
  answers: (path: string, response: ServerResponse) => boolean = () => false;
  /** Connections that read the feed. */
  readonly feeds = new Set<ServerResponse>();
  private readonly server = createServer((incoming, response) => this.pass(incoming, response));

  constructor(private readonly relay: string) {}

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private pass(incoming: IncomingMessage, response: ServerResponse): void {
    const { url = '', method, headers } = incoming;
    if (this.answers(url, response)) return;
    if (url.includes('/feed')) this.feeds.add(response);
    const onward = request(`${this.relay}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers).flushHeaders();
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }
}

function turnDown(response: ServerResponse, status: number): true {
  const error = status === 429 ? 'RateLimited' : 'Unavailable';
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error, message: 'Not now.' }));
  return true;
}

async function watchThrough(team: Team) {
  const between = new Between(team.world.relay.url);
  const watch = team.watch('--relay', await between.listen());
  await eventually('the watch follows', async () => between.feeds.size > 1 || undefined);
  const leave = async () => {
    watch.stop();
    const { err } = await watch.finished;
    between.close();
    await team.leave();
    return err;
  };
  return { between, watch, leave };
}

async function assertFollowed(team: Team, commit: string): Promise<void> {
  await eventually(
    'the branch follows',
    async () => (await team.at(team.bob)) === commit || undefined,
  );
}

for (const status of [429, 503]) {
  test(`GAT-5 WAT-4 an approval is not passed over because the relay answers ${status} when it is asked for the branch`, async () => {
    const team = await Team.gather({ isStarted: false });
    const { between, leave } = await watchThrough(team);
    let refused = 0;
    between.answers = (path, response) =>
      path.endsWith('/workstreams/two-factors') && (refused += 1) < 3 && turnDown(response, status);
    await team.startWorkstream();
    const second = await team.commit('a.txt', 'two\n');
    await team.push();
    await team.record(second);
    await assertFollowed(team, second);
    assert.not.match(await leave(), 'passed over');
  });
}

test('WAT-12 a retraction that waits is not passed over by what came behind it', async () => {
  const team = await Team.gather({ isStarted: false });
  const { between, watch, leave } = await watchThrough(team);
  let refused = 0;
  between.answers = (path, response) =>
    path.endsWith('/workstreams/two-factors') && (refused += 1) > 0 && turnDown(response, 503);
  await team.startWorkstream();
  const retract = async (receipt_id: string) => {
    const { id } = team.world.workspace;
    await team.world.as('ada').ok('retractReceipt', { id, receipt_id, reason: 'it leaks' });
  };
  await retract(await team.record(await team.commit('a.txt', 'two\n')));
  // Of a commit that was never recorded there is nothing to do.
  await retract(await team.confirm(await team.commit('a.txt', 'three\n')));
  await eventually('the watch asks for the branch', async () => refused > 2 || undefined);
  watch.stop();
  await watch.finished;
  between.answers = () => false;
  const { lines } = await team.once();
  assert.equal(
    lines.map(({ outcome }) => outcome),
    ['retracted'],
  );
  await leave();
});

for (const status of [429, 503]) {
  test(`FED-2 WAT-4 what was approved in a gap of the feed is learned, also where the relay answers ${status} at first`, async () => {
    const team = await Team.gather();
    const { between, leave } = await watchThrough(team);
    const second = await team.commit('a.txt', 'two\n');
    await team.push();
    const steps: string[] = [];
    let isRecorded = false;
    let isRefused = false;
    between.answers = (path, response) => {
      if (path.includes('/feed') && !isRecorded) return (isRefused = turnDown(response, status));
      if (path.includes('/feed')) {
        // The gap is told once; the next connection asks where the log stands.
        if (steps.length > 0 || !path.includes('since=')) return false;
        steps.push('lost');
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('data: {"type":"feed_lost"}\n\n');
        return true;
      }
      if (!path.includes('/workstreams?') || steps.length !== 1) return false;
      steps.push('refused');
      return turnDown(response, status);
    };
    for (const feed of between.feeds) feed.destroy();
    await eventually('a refusal', async () => isRefused || undefined);
    await team.record(second);
    isRecorded = true;
    await assertFollowed(team, second);
    assert.equal(steps, ['lost', 'refused']);
    await leave();
  });
}

test('FED-2 a connection that breaks off while it is asked where the log stands is another break', async () => {
  const team = await Team.gather();
  const { between, leave } = await watchThrough(team);
  let breaks = 0;
  between.answers = (path, response) => {
    if (!path.includes('/feed') || breaks > 1) return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (path.includes('since=')) return Boolean(response.end('data: {"type":"feed_lost"}\n\n'));
    breaks += 1;
    response.write(': no');
    response.socket?.end(() => response.destroy());
    return true;
  };
  for (const feed of between.feeds) feed.destroy();
  await eventually('two breaks', async () => breaks > 1 || undefined);
  const second = await team.commit('a.txt', 'two\n');
  await team.push();
  await team.record(second);
  await assertFollowed(team, second);
  await leave();
});

test('WAT-17 a look that fails is said, and not the last', async () => {
  const stopping = new AbortController();
  const said: string[] = [];
  let looks = 0;
  const follower = {
    async lookAgain() {
      looks += 1;
      if (looks === 1) throw new Error('ENOSPC: no space left on device');
    },
  };
  const looking = keepLooking({ follower, branchReports: { flush: async () => undefined } }, 5, {
    stop: stopping.signal,
    onFailure: (message) => said.push(message),
  });
  await eventually('another look', async () => looks > 1 || undefined);
  stopping.abort();
  await looking;
  assert.equal(said, ['A branch could not be looked at (ENOSPC: no space left on device).']);
});

test.run();
