import type { RunGit } from '../../../shared/node/git/git-calls.ts';
import { isScript } from '../mining/differences.ts';
import type { Pair } from '../mining/mine.ts';
import type { ObjectStore } from '../mining/object-store.ts';
import { readPairAgain, type PairContents } from '../mining/pair-contents.ts';
import { conflictsOf } from '../mining/restricted.ts';
import { otherBaseOf, type OtherBase } from './other-base.ts';
import type { Outcome } from './outcome.ts';
import { hookOf, playSide, type SidePlayed } from './play-side.ts';
import type { Scene } from './scene.ts';
import { checkOut, commitFiles, commitHead, inlineFile, type PlainFile } from './work-trees.ts';

export interface PairPlay {
  readonly git: RunGit;
  readonly store: ObjectStore;
  readonly scene: Scene;
  /** Tells the sessions of different pairs apart. */
  readonly name: string;
  readonly delayMs: number;
}

type Result = Pick<Outcome, 'left' | 'edits' | 'warned' | 'otherBase' | 'error'>;

/** Plays one side after the other, and merges what was written. */
export async function playPair(play: PairPlay, pair: Pair): Promise<Result> {
  const none = { left: [], edits: [], otherBase: false };
  const names = (['a', 'b'] as const).map((side) => `${play.name}-${side}`);
  try {
    const contents = await readPairAgain(play.store, pair);
    if (contents === undefined) return { ...none, error: 'a shared file is no text' };
    return await playContents(play, pair, { contents, names });
  } catch (error) {
    return { ...none, error: String(error) };
  } finally {
    for (const [at, side] of play.scene.sides.entries())
      await hookOf({ side, conversation: names[at] ?? '' })('sessionEnd').catch(() => undefined);
    await play.scene.settle().catch(() => undefined);
  }
}

async function playContents(
  play: PairPlay,
  pair: Pair,
  { contents, names: [nameA = '', nameB = ''] }: { contents: PairContents; names: string[] },
): Promise<Result> {
  const { scene, store, delayMs } = play;
  const [sideA, sideB] = scene.sides;
  const other = scene.isClones ? await otherBaseOf(store, pair.base, contents) : undefined;
  await layOut(play, contents, other);
  const a = { name: 'a', side: sideA, conversation: nameA } as const;
  const b = { name: 'b', side: sideB, conversation: nameB } as const;
  for (const one of [a, b]) await hookOf(one)('sessionStart', { task: `side ${one.name}` });
  const { files } = contents;
  const first = await playSide({ ...a, files, held: new Set(), delayMs });
  await scene.settle();
  const held = new Set(first.written.keys());
  const second = await playSide({ ...b, files, held, texts: other?.texts, delayMs });
  const left = await leftOf(store, contents, [first, second]);
  const warned = left.length > 0 && !scene.isClones ? await isWarned(scene, left) : undefined;
  const edits = [...first.edits, ...second.edits];
  return {
    left,
    edits,
    otherBase: other !== undefined,
    ...(warned !== undefined && { warned }),
  };
}

/** Both work trees at the merge base; the second clone at its other base, with what is older behind it. */
async function layOut(
  { git, scene }: PairPlay,
  { files }: PairContents,
  other: OtherBase | undefined,
): Promise<void> {
  const filesWith = (textOf: (path: string) => string | undefined): PlainFile[] =>
    files.flatMap(({ path, mode }) => {
      const text = textOf(path);
      return text === undefined ? [] : [{ path, mode, text }];
    });
  const texts = new Map(files.map(({ path, base }) => [path, base]));
  const base = filesWith((path) => texts.get(path));
  const [{ root: rootA }, { root: rootB }] = scene.sides;
  if (other === undefined) {
    const [commit = ''] = await commitFiles(git, rootA, [base]);
    if (scene.isClones) await commitFiles(git, rootB, [base]);
    for (const root of [rootA, rootB]) await checkOut(git, root, commit);
    return;
  }
  const others = filesWith((path) => other.texts.get(path));
  const [forA, forB] = other.isNewer ? [[base], [base, others]] : [[others, base], [others]];
  await checkOut(git, rootA, (await commitFiles(git, rootA, forA)).at(-1) ?? '');
  await checkOut(git, rootB, (await commitFiles(git, rootB, forB)).at(-1) ?? '');
}

/** Merges what both really wrote over the merge base. */
async function leftOf(
  store: ObjectStore,
  { restricted, files }: PairContents,
  sides: readonly SidePlayed[],
): Promise<string[]> {
  const commits = sides.map(({ written }, at) => {
    const changed = files.flatMap(({ path, mode }) => {
      const text = written.get(path);
      return text === undefined ? [] : [inlineFile({ path, mode, text })];
    });
    const mark = at + 1;
    const entries = changed.join('');
    return `${commitHead(mark)}from ${restricted.base}\n${entries}get-mark :${mark}\n`;
  });
  const input = commits.join('');
  const answer = await store.git(['fast-import', '--quiet', '--force'], { input });
  const [one = '', another = ''] = answer.trim().split('\n');
  const [conflicts] = await conflictsOf(store, [[one, another]]);
  if (conflicts === undefined) throw new Error('git could not merge what was written');
  return conflicts.filter(isScript);
}

async function isWarned({ sides: [{ client }] }: Scene, left: readonly string[]) {
  const { status, json } = await client.call('POST', '/radar', {});
  if (status !== 200) throw new Error(`radar: ${status}`);
  const forecasts = (json['forecasts'] ?? []) as readonly { file: string }[];
  return forecasts.some(({ file }) => left.includes(file));
}
