/** What each edit would have done, from scratch: git says what merges, the TypeScript compiler what code differs. */
import type { ConflictPolicy } from '../../shared/reservations/collisions.ts';
import { randomFrom } from '../support/random.ts';
import { conflictsOf } from '../lines/git-answers.ts';
import { GitHunks } from './git-hunks.ts';
import {
  conflictVerdict,
  lineDenialVerdict,
  raceVerdict,
  wantForConflict,
  wantForLineDenial,
  wantForRace,
} from './merge-verdicts.ts';
import { nameDenialVerdict } from './name-verdicts.ts';
import { sharedVerdict, wantForShared } from './shared-verdicts.ts';
import { playScene, type AskedEdit, type Setting } from './scene.ts';
import { pickFile, sourceFiles } from './source-files.ts';

/** `fault` names what must never be. */
export type Verdict = { readonly kind: string; readonly isFault?: boolean };

export interface JudgedEdit {
  readonly edit: AskedEdit;
  readonly verdicts: readonly Verdict[];
}

const policies: readonly ConflictPolicy[] = ['symbols', 'members', 'lines'];
const settings: readonly Setting[] = ['own', 'shared', 'bases'];
const editsAtOnce = 2_000;

export class Judgement {
  edits = 0;
  readonly counts = new Map<string, number>();
  readonly faults: JudgedEdit[] = [];

  add(judged: JudgedEdit): void {
    this.edits++;
    const { setting, policy } = judged.edit.options;
    for (const { kind, isFault } of judged.verdicts) {
      const key = `${setting} ${policy}: ${kind}`;
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
      if (isFault === true) this.faults.push(judged);
    }
  }

  count(kind: RegExp): number {
    return [...this.counts].reduce((sum, [key, count]) => sum + (kind.test(key) ? count : 0), 0);
  }
}

/** Every policy in every setting, in turns. */
export async function judged(edits: number, seed: number): Promise<Judgement> {
  const random = randomFrom(seed);
  const files = sourceFiles();
  const judgement = new Judgement();
  for (let scene = 0; judgement.edits < edits;) {
    const asked: AskedEdit[] = [];
    while (asked.length < Math.min(editsAtOnce, edits - judgement.edits)) {
      const setting = settings[scene % settings.length] ?? 'own';
      const policy = policies[Math.floor(scene++ / settings.length) % policies.length] ?? 'members';
      const options = { setting, policy, file: pickFile(random, files), random };
      asked.push(...(await playScene(options)));
    }
    for (const one of judgedBatch(asked)) judgement.add(one);
  }
  return judgement;
}

function judgedBatch(asked: readonly AskedEdit[]): JudgedEdit[] {
  const merges = conflictsOf(
    asked.map(({ root, after, theirs }) => ({ base: root, ours: after, theirs })),
  );
  const hunks = new GitHunks();
  asked.forEach((edit, at) => want(edit, merges[at] === true, hunks));
  hunks.ask();
  return asked.map((edit, at) => ({
    edit,
    verdicts: verdictsOn(edit, merges[at] === true, hunks),
  }));
}

function want(edit: AskedEdit, isConflict: boolean, hunks: GitHunks): void {
  if (edit.options.setting === 'shared') wantForShared(edit, hunks);
  else if (edit.denial?.by === 'lines') wantForLineDenial(edit, hunks);
  if (edit.raced.length > 0) wantForRace(edit, hunks);
  if (edit.denial === undefined && isConflict) wantForConflict(edit, hunks);
}

function verdictsOn(edit: AskedEdit, isConflict: boolean, hunks: GitHunks): Verdict[] {
  const { denial, options } = edit;
  const isShared = options.setting === 'shared';
  if (denial === undefined) {
    const verdict = isShared
      ? sharedVerdict(edit, hunks)
      : conflictVerdict(edit, isConflict, hunks);
    return [{ kind: 'allowed' }, raceVerdict(edit, hunks), verdict].filter(
      (one) => one !== undefined,
    );
  }
  const byName = denial.by === 'name';
  const verdict = byName
    ? nameDenialVerdict(edit)
    : isShared
      ? sharedVerdict(edit, hunks)
      : lineDenialVerdict(edit, isConflict, hunks);
  const merged = isShared ? '' : isConflict ? ', which conflict' : ', which merge';
  return [{ kind: `denied by ${denial.by}${merged}` }, ...(verdict ? [verdict] : [])];
}
