/** Two agents edit one file in turns; what the daemon decides and the relay grants is recorded. */
import { editConflicts } from '../../daemon/changes/edit-conflict.ts';
import { FileChanges } from '../../daemon/changes/file-changes.ts';
import type { RepositoryFile } from '../../daemon/git/path-resolver.ts';
import { applyEdits, type Edit } from '../../daemon/index/text-edits.ts';
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import type { Conflict } from '../../shared/reservations/rules.ts';
import { intBelow, type Random } from '../lines/random-edits.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { agentEdits } from './agent-edits.ts';
import { CommittedTexts } from './committed-texts.ts';
import { ReservationList, ttlMs } from './reservation-list.ts';
import type { SourceFile } from './source-files.ts';

/** Each agent has a work tree of its own, both have one, or the commits of their work trees differ. */
export type Setting = 'own' | 'shared' | 'bases';

export interface SceneOptions {
  readonly setting: Setting;
  readonly policy: ConflictPolicy;
  readonly file: SourceFile;
  readonly random: Random;
}

/** A write that was made. */
export interface WriteRecord {
  readonly before: string;
  readonly after: string;
  readonly atMs: number;
  readonly by: number;
}

export interface AskedEdit extends WriteRecord {
  readonly options: SceneOptions;
  /** The text that both commits come from. */
  readonly root: string;
  /** The other agent's commit, its text now, and its writes since it has let go of all it had. */
  readonly theirBase: string;
  readonly theirs: string;
  /** Its text of which nothing is held any more: its commit, or what it wrote longer ago. */
  readonly theirsFree: string;
  readonly theirWrites: readonly WriteRecord[];
  /** The same of the agent that edits. */
  readonly ownFree: string;
  /** All writes of the scene, in order. */
  readonly writes: readonly WriteRecord[];
  readonly denial: Conflict | undefined;
  /** What the relay did not grant after the write. */
  readonly raced: readonly Conflict[];
}

const editsOfOneFile = 16;
const minuteMs = 60_000;

interface Agent {
  readonly index: number;
  readonly sessionId: string;
  readonly changes: FileChanges;
  readonly file: RepositoryFile;
  readonly base: string;
  text: string;
  freeText: string;
  writes: WriteRecord[];
  last: readonly Edit[];
  near: number | undefined;
}

export async function playScene(options: SceneOptions): Promise<AskedEdit[]> {
  return new Scene(options).play();
}

class Scene {
  private readonly clock = new FakeClock();
  private readonly root: string;
  private readonly agents: readonly [Agent, Agent];
  private readonly writes: WriteRecord[] = [];
  private readonly reservations: ReservationList;

  constructor(private readonly options: SceneOptions) {
    const { file, setting, random } = options;
    this.root = file.text;
    this.reservations = new ReservationList(file.path, options.policy, this.clock);
    const bases = new CommittedTexts(this.clock);
    const isOneDaemon = setting === 'shared' || random() < 0.5;
    const first = this.changesWith(bases);
    const second = isOneDaemon ? first : this.changesWith(bases);
    const mayMove = setting === 'bases' && random() < 0.5;
    const committed = [
      mayMove ? this.committedLater() : this.root,
      setting === 'bases' ? this.committedLater() : this.root,
    ] as const;
    this.agents = [
      this.agent(0, { changes: first, base: committed[0] }),
      this.agent(1, { changes: second, base: committed[1] }),
    ];
    for (const agent of this.agents) bases.commit(agent.file, agent.base);
  }

  async play(): Promise<AskedEdit[]> {
    const { random } = this.options;
    const asked: AskedEdit[] = [];
    for (let turn = 0; turn < editsOfOneFile; turn++) {
      const isFirst = (turn + Number(random() < 0.2)) % 2 === 0;
      const [mine, theirs] = isFirst ? this.agents : [this.agents[1], this.agents[0]];
      this.letTimePass();
      const one = await this.ask(mine, theirs);
      if (one !== undefined) asked.push(one);
    }
    return asked;
  }

  private changesWith(bases: CommittedTexts): FileChanges {
    const textOf = ({ workTree: { root } }: Pick<RepositoryFile, 'workTree'>) => ({
      text: this.agents.find(({ file }) => file.workTree.root === root)?.text,
    });
    return new FileChanges({ bases, files: { textOf }, isShared: () => false, ownerOf });
  }

  private agent(index: number, { changes, base }: Pick<Agent, 'changes' | 'base'>): Agent {
    const { setting, file } = this.options;
    const root = `/tree-${setting === 'shared' ? 0 : index}`;
    const { path } = file;
    return {
      index,
      sessionId: `session-${index}`,
      changes,
      file: {
        kind: 'inside',
        workTree: { root, gitDir: `${root}/.git`, commonDir: '/tree-0/.git' },
        path,
        key: path,
      },
      base,
      text: base,
      freeText: base,
      writes: [],
      last: [],
      near: undefined,
    };
  }

  /** Some commits later. */
  private committedLater(): string {
    const { random } = this.options;
    let text = this.root;
    for (let count = 1 + intBelow(random, 4); count > 0; count--) {
      const view = { random, base: text, own: text, other: text, near: undefined };
      const edits = agentEdits({ ...view, lastOfOwn: [], lastOfOther: [] });
      const edited = edits && applyEdits(text, edits);
      if (edited?.kind === 'text') text = edited.text;
    }
    return text;
  }

  /** Now and then long enough for some reservations to end, or an agent lets go of all. */
  private letTimePass(): void {
    const { random } = this.options;
    const isLong = random() < 0.05;
    this.clock.advance(isLong ? (2 + intBelow(random, 9)) * minuteMs : 5_000);
    const nowMs = this.clock.now();
    if (random() < 0.5) this.reservations.dropExpired();
    for (const agent of this.agents) {
      const isReleased = random() < 0.015;
      const ended = agent.writes.filter(({ atMs }) => isReleased || atMs + ttlMs <= nowMs);
      agent.freeText = ended.at(-1)?.after ?? agent.freeText;
      if (!isReleased) continue;
      this.reservations.release(agent.sessionId);
      agent.writes = [];
    }
  }

  private async ask(mine: Agent, theirs: Agent): Promise<AskedEdit | undefined> {
    const { random, policy } = this.options;
    const edits = agentEdits({
      random,
      base: mine.base,
      own: mine.text,
      other: theirs.text,
      near: theirs.near,
      lastOfOwn: mine.last,
      lastOfOther: theirs.last,
    });
    const edited = edits && applyEdits(mine.text, edits);
    if (edits === undefined || edited?.kind !== 'text') return undefined;
    const nowMs = this.clock.now();
    const preview = mine.changes.preview(mine.file, edits);
    if (typeof preview === 'string') throw new Error('the edits fit');
    const { sessionId } = mine;
    const others = this.reservations.ofOthers(sessionId);
    const [denial] = await editConflicts(preview, others, { sessionId, nowMs, policy });
    const write = { before: mine.text, after: edited.text, atMs: nowMs, by: mine.index };
    const asked = {
      ...write,
      options: this.options,
      root: this.root,
      theirBase: theirs.base,
      theirs: theirs.text,
      theirsFree: theirs.freeText,
      ownFree: mine.freeText,
      theirWrites: [...theirs.writes],
      writes: [...this.writes],
      denial,
    };
    if (denial !== undefined) return { ...asked, raced: [] };
    mine.last = edits;
    return { ...asked, raced: await this.write(mine, write) };
  }

  /** As `postToolUse` does, and the relay. */
  private async write(mine: Agent, write: WriteRecord): Promise<readonly Conflict[]> {
    const { before, after } = write;
    const { sessionId, file } = mine;
    this.writes.push(write);
    mine.writes.push(write);
    mine.near = firstChangedLine(before, after);
    const isShared = this.options.setting === 'shared';
    for (const agent of isShared ? this.agents : [mine]) agent.text = after;
    const own = this.reservations.of(sessionId);
    const others = this.reservations.ofOthers(sessionId);
    const written = { owner: ownerOf(sessionId), change: { before, after }, own, others };
    const places = await mine.changes.placesOf(file, written);
    return this.reservations.acquire(sessionId, places);
  }
}

function ownerOf(sessionId: string): string {
  return `owner of ${sessionId}`;
}

function firstChangedLine(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return after.slice(0, at).split('\n').length - 1;
}
