import { fileOfSymbol } from '../kernel/symbol-id.ts';
import { isTestFile, isTestSupport } from './rules.ts';

/**
 * GAT-0: goes from what was touched to the tests, backwards along who refers to whom, breadth first. Pure: whoever walks looks up
 * what depends on the ids of each wave, and tells what was reached. Ids are those of symbols, `<path>#<Name>`.
 */
export class AffectedWalk {
  /** By file, how many steps it is away from the change. */
  readonly distances = new Map<string, number>();
  private readonly seen = new Set<string>();
  private readonly candidates: string[] = [];
  private wave: string[] = [];
  private steps = 0;

  /** How many ids were reached. */
  get size(): number {
    return this.seen.size;
  }

  /** Before the first wave, what was touched; from then on, what depends on an id of the last one. */
  reach(id: string): void {
    if (this.seen.has(id)) return;
    this.seen.add(id);
    this.wave.push(id);
    this.reachFile(fileOfSymbol(id));
  }

  /** The same of a file of which no id is followed. */
  reachFile(path: string): void {
    if (this.distances.has(path)) return;
    this.distances.set(path, this.steps);
    if (isTestFile(path) || isTestSupport(path)) this.candidates.push(path);
  }

  /** The ids that were reached since the last wave; none at the end. */
  next(): readonly string[] {
    const { wave } = this;
    this.wave = [];
    this.steps += 1;
    return wave;
  }

  /** The test files that were reached, the nearest first; last the support code that no other file uses: a test by another name. */
  tests(isUsed: (path: string) => boolean): string[] {
    const tests = this.candidates.filter(isTestFile);
    const alone = this.candidates.filter((path) => !isTestFile(path) && !isUsed(path));
    return [...this.nearestFirst(tests), ...this.nearestFirst(alone)];
  }

  private nearestFirst(paths: readonly string[]): string[] {
    const away = (path: string) => this.distances.get(path) ?? 0;
    return paths.toSorted((one, other) => away(one) - away(other) || (one < other ? -1 : 1));
  }
}
