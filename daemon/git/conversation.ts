import { LRUCache } from 'lru-cache';
import type { OpenGit } from '../../shared/node/git/git-calls.ts';

/** What the parser of answers finds at the start of the bytes: an answer and where it ends, or how many bytes it needs. */
export type Found<Answer> =
  { readonly answer: Answer; readonly end: number } | { readonly needs: number };

interface ConversationOptions<Answer> {
  /** Starts the git that answers. */
  readonly open: () => Promise<OpenGit | undefined>;
  readonly parse: Parse<Answer>;
}

/** Reads the answer to a question from the start of the bytes. */
type Parse<Answer> = (bytes: Buffer, question: string) => Found<Answer>;

type NoAnswer = 'not asked' | 'ended' | undefined;

interface Asked<Answer> {
  readonly question: string;
  readonly resolve: (answer: Answer | NoAnswer) => void;
}

/** So long may one answer take. */
const answerMs = 5_000;
/** So long does git wait for another question. */
const idleMs = 10_000;

/**
 * One git that answers questions in their order, instead of one for each question: it is started with the first one, and
 * ends when nobody has asked for a while.
 */
export class Conversation<Answer> {
  private running: Promise<Speaker<Answer> | undefined> | undefined;

  constructor(private readonly options: ConversationOptions<Answer>) {}

  /** Undefined when git ended at this question, or did not answer it in time. */
  async ask(question: string): Promise<Answer | undefined> {
    for (let endings = 0; endings < 2;) {
      const speaker = await this.speaker();
      if (speaker === undefined) return undefined;
      const said = await speaker.ask(question);
      // Ended at an earlier question, or at this one: by itself, or because somebody has ended it.
      if (said === 'ended') endings += 1;
      else if (said !== 'not asked') return said;
    }
    return undefined;
  }

  /** The next question goes to a new git, which reads everything anew. Those that are asked are still answered. */
  restart(): void {
    const { running } = this;
    this.running = undefined;
    void running?.then((speaker) => speaker?.leave());
  }

  private async speaker(): Promise<Speaker<Answer> | undefined> {
    const { running } = this;
    const known = await running;
    if (known?.isUsable === true && (await known.isCurrent())) return known;
    // Whoever came first has started another one.
    if (this.running === running) {
      known?.leave();
      this.running = this.start();
    }
    return this.running;
  }

  private async start(): Promise<Speaker<Answer> | undefined> {
    const git = await this.options.open();
    return git && new Speaker(git, this.options.parse);
  }
}

/** One process, and the questions that it was asked. */
class Speaker<Answer> {
  isUsable = true;
  private isLate = false;
  private readonly asked: Asked<Answer>[] = [];
  private looking: Promise<boolean> | undefined;
  private chunks: Buffer[] = [];
  private bytes = 0;
  private needs = 1;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly git: OpenGit,
    private readonly parse: Parse<Answer>,
  ) {
    const { child } = git;
    child.on('error', () => this.ended());
    child.on('close', () => this.ended());
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    child.stdout.on('data', (chunk: Buffer) => this.take(chunk));
    this.rest();
  }

  /** Looked at once for all questions that come together. */
  isCurrent(): Promise<boolean> {
    if (this.looking === undefined) {
      this.looking = this.git.isCurrent();
      setImmediate(() => (this.looking = undefined));
    }
    return this.looking;
  }

  ask(question: string): Promise<Answer | NoAnswer> {
    if (!this.isUsable) return Promise.resolve('not asked');
    return new Promise((resolve) => {
      this.asked.push({ question, resolve });
      if (this.asked.length === 1) this.work();
      this.write(question);
    });
  }

  /** All questions of one turn are sent together. */
  private write(question: string): void {
    const { stdin } = this.git.child;
    if (stdin.writableCorked === 0) {
      stdin.cork();
      setImmediate(() => stdin.uncork());
    }
    stdin.write(question);
  }

  /** Ends when all that was asked is answered. */
  leave(): void {
    this.isUsable = false;
    this.git.child.stdin.end();
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes < this.needs) return;
    let left = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks, this.bytes);
    for (;;) {
      const [first] = this.asked;
      if (first === undefined) left = left.subarray(left.length);
      const found =
        first === undefined || left.length === 0 ? { needs: 1 } : this.parse(left, first.question);
      if ('needs' in found) {
        this.needs = found.needs;
        break;
      }
      left = left.subarray(found.end);
      this.asked.shift()?.resolve(found.answer);
    }
    this.chunks = [left];
    this.bytes = left.length;
    if (this.asked.length > 0) this.work();
    else this.rest();
  }

  private work(): void {
    this.hold(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isLate = true;
      this.git.child.kill();
    }, answerMs);
  }

  private rest(): void {
    this.hold(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.leave(), idleMs).unref();
  }

  /** An idle git does not keep the daemon from ending, and ends with it. */
  private hold(isHeld: boolean): void {
    const { child } = this.git;
    for (const part of [child, child.stdin, child.stdout, child.stderr] as Held[])
      part[isHeld ? 'ref' : 'unref']?.();
  }

  private ended(): void {
    this.isUsable = false;
    clearTimeout(this.timer);
    const [first, ...others] = this.asked.splice(0);
    first?.resolve(this.isLate ? undefined : 'ended');
    for (const { resolve } of others) resolve('not asked');
  }
}

interface Held {
  ref?: () => void;
  unref?: () => void;
}

const maxOpen = 4;

/** A few conversations with git, by their folders; the one that was used least recently ends for another. */
export class OpenConversations<Conversation extends { restart(): void }> {
  private readonly open = new LRUCache<string, Conversation>({
    max: maxOpen,
    dispose: (conversation) => conversation.restart(),
  });

  constructor(private readonly begin: (folder: string) => Conversation) {}

  of(folder: string): Conversation {
    const known = this.open.get(folder) ?? this.begin(folder);
    this.open.set(folder, known);
    return known;
  }

  close(): void {
    this.open.clear();
  }
}
