import { LRUCache } from 'lru-cache';
import { compileGlob, compileGlobs, type Matcher } from '../../shared/conventions/globs.ts';

const maxMatchers = 2_000;

/** Compiles each glob once, because every write asks for the same ones. */
export class GlobCache {
  private readonly matchers = new LRUCache<string, Matcher>({ max: maxMatchers });

  /** A matcher of the paths that match at least one of the patterns. */
  compile(patterns: readonly string[]): Matcher {
    return compileGlobs(patterns, (pattern) => this.matcherOf(pattern));
  }

  private matcherOf(pattern: string): Matcher {
    const known = this.matchers.get(pattern);
    if (known !== undefined) return known;
    const matcher = compileGlob(pattern);
    this.matchers.set(pattern, matcher);
    return matcher;
  }
}
