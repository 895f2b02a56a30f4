import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { Sandbox, TestRelay } from '../daemon/support.ts';
import { DaemonProcess } from '../link/daemon-process.ts';
import { LyingRelay, type Told } from '../link/lying-relay.ts';
import { quantile } from '../bench/support/statistics.ts';
import { randomFrom } from '../support/random.ts';
import { mutated, oneOf } from './mutations.ts';

export interface FuzzReport {
  readonly lies: number;
  readonly frames: number;
  readonly hooks: number;
  /** In milliseconds. */
  readonly worstHook: number;
  readonly hooks99: number;
  /** The same while the relay told the truth: what the machine itself costs. */
  readonly honestHooks99: number;
  /** From the last lie until the log is followed, in milliseconds; the worst round. */
  readonly worstFollow: number;
  /** In MiB. */
  readonly memoryBefore: number;
  readonly worstMemory: number;
  readonly log: string;
  readonly alive: boolean;
}

export interface FuzzOptions {
  readonly lies: number;
  readonly seed: number;
  readonly onRound?: (report: Omit<FuzzReport, 'log'>) => void;
}

const roundMs = 4_000;
const askers = 12;
const honestHooks = 100;
const followWithinMs = 30_000;

/** Lets a daemon's relay lie so many times, in rounds; after each it tells the truth until the daemon follows it again. */
export async function fuzzLink(options: FuzzOptions): Promise<FuzzReport> {
  const sandbox = new Sandbox();
  const relay = new TestRelay(join(sandbox.folder('relay'), 'relay.db'));
  await relay.start();
  const liar = new LyingRelay(relay.url);
  try {
    const { key } = await relay.join('Ana');
    const url = await liar.start();
    const place = { folder: sandbox.repository('shop'), home: sandbox.folder('home') };
    const daemon = await DaemonProcess.start(['--relay', url, '--key', key], place);
    try {
      return await new Fuzz(daemon, liar, options).run();
    } finally {
      await daemon.stop();
    }
  } finally {
    liar.close();
    await relay.stop();
    sandbox.remove();
  }
}

class Fuzz {
  private readonly random: () => number;
  private lies = 0;
  private frames = 0;
  private readonly hookMs: number[] = [];
  private readonly honestMs: number[] = [];
  private worstFollow = 0;
  private memoryBefore = 0;
  private worstMemory = 0;
  private sample = '{"kind":"heartbeat","now":1,"seq":1}';

  constructor(
    private readonly daemon: DaemonProcess,
    private readonly liar: LyingRelay,
    private readonly options: FuzzOptions,
  ) {
    this.random = randomFrom(options.seed);
  }

  async run(): Promise<FuzzReport> {
    await this.follows();
    await this.daemon.hook('SessionStart', { source: 'startup' });
    for (let left = honestHooks; left > 0; left -= 1)
      this.honestMs.push((await this.daemon.mayWrite()).ms);
    this.memoryBefore = this.daemon.memory();
    while (this.lies < this.options.lies && this.daemon.ended === undefined) {
      await this.round();
      this.options.onRound?.(this.report());
    }
    return { ...this.report(), log: this.daemon.log };
  }

  private report(): Omit<FuzzReport, 'log'> {
    const { lies, frames, hookMs, worstFollow, memoryBefore, worstMemory } = this;
    return {
      ...{ lies, frames, worstFollow, memoryBefore, worstMemory },
      hooks: hookMs.length,
      worstHook: Math.max(0, ...hookMs),
      hooks99: quantile(hookMs, 0.99),
      honestHooks99: quantile(this.honestMs, 0.99),
      alive: this.daemon.ended === undefined,
    };
  }

  private async round(): Promise<void> {
    const { daemon, liar } = this;
    liar.lies = { answer: (_asked, told) => this.answer(told), frame: (text) => this.frame(text) };
    const until = performance.now() + roundMs;
    const going = () =>
      performance.now() < until && this.lies < this.options.lies && daemon.ended === undefined;
    const work = [this.hooks(going), this.push(going)];
    for (let one = 0; one < askers; one += 1) work.push(this.askAboutKeys(going));
    await Promise.all(work);
    this.worstMemory = Math.max(this.worstMemory, daemon.memory());
    liar.lies = {};
    const started = performance.now();
    await this.follows();
    this.worstFollow = Math.max(this.worstFollow, performance.now() - started);
  }

  /** Until the log is followed by frames that are true. */
  private async follows(): Promise<void> {
    const deadline = performance.now() + followWithinMs;
    while (performance.now() < deadline && this.daemon.ended === undefined) {
      if ((await this.daemon.status()).relay.state === 'live') return;
      await sleep(20);
    }
    throw new Error(`not followed again: ${this.daemon.log.slice(-1_000)}`);
  }

  private answer({ status, headers, body }: Told): Told {
    this.lies += 1;
    const { random } = this;
    const odd = random() < 0.2;
    return {
      status: odd ? oneOf(random, [200, 204, 302, 400, 401, 403, 404, 429, 500, 503]) : status,
      headers: odd ? { 'content-type': 'text/html', 'retry-after': 'never' } : { ...headers },
      body: mutated(random, String(body)),
    };
  }

  private frame(text: string): (string | Buffer)[] {
    if (text.includes('"snapshot"') || text.includes('"events"')) this.sample = text;
    return this.random() < 0.5 ? [text] : [this.lyingFrame(text)];
  }

  private lyingFrame(text: string): string | Buffer {
    this.lies += 1;
    this.frames += 1;
    return mutated(this.random, text);
  }

  /** Hooks as they come from an agent: checks, and now and then something for the relay. */
  private async hooks(going: () => boolean): Promise<void> {
    for (let count = 0; going(); count += 1) {
      this.hookMs.push((await this.daemon.mayWrite()).ms);
      if (count % 10 === 0)
        void this.daemon
          .hook('UserPromptSubmit', { prompt: `task ${count}` })
          .catch(() => undefined);
      await sleep(5);
    }
  }

  private async push(going: () => boolean): Promise<void> {
    while (going()) {
      for (const socket of this.liar.followers) socket.send(this.lyingFrame(this.sample));
      await sleep(20);
    }
  }

  /** Each request with a key that is not known makes the daemon ask its relay, which lies. */
  private async askAboutKeys(going: () => boolean): Promise<void> {
    const { url } = this.daemon;
    while (going()) {
      const headers = { authorization: `Bearer coord_${this.random()}` };
      const answer = await request(`${url}/status`, { headers }).catch(() => undefined);
      await answer?.body.dump();
    }
  }
}
