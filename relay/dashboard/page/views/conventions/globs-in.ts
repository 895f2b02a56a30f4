import { canonicalGlob, compileGlob } from '../../../../../shared/conventions/globs.ts';
import { globLimits } from '../../../../../shared/conventions/glob-limits.ts';
import { splitGlobs } from '../../../../../shared/conventions/rules.ts';
import { isRefusal } from '../../../../../shared/kernel/refusal.ts';

/** One glob as a person wrote it, and what it does. */
export type WrittenGlob =
  | { readonly written: string; readonly glob: string; readonly files: readonly string[] }
  /** Why it is no glob, in the service's own words. */
  | { readonly written: string; readonly problem: string };

/** What globs together match. */
export interface Preview {
  readonly globs: readonly WrittenGlob[];
  /** Files that at least one matches, in their order. */
  readonly files: readonly string[];
  /** Why they cannot be sent; empty when they can. */
  readonly problem: string;
}

/** DSH-59: the globs in a text, one on each line or with commas between them, and the files that they match. */
export function previewOf(text: string, files: readonly string[]): Preview {
  const written = text.split('\n').flatMap(splitGlobs);
  const globs = written.slice(0, globLimits.perConvention).map((one) => readGlob(one, files));
  const matched = new Set(globs.flatMap((one) => ('files' in one ? one.files : [])));
  const wrong = globs.find((one) => 'problem' in one);
  const tooMany =
    written.length > globLimits.perConvention
      ? `At most ${globLimits.perConvention} patterns.`
      : '';
  return {
    globs,
    files: files.filter((file) => matched.has(file)),
    problem: wrong !== undefined && 'problem' in wrong ? wrong.problem : tooMany,
  };
}

function readGlob(written: string, files: readonly string[]): WrittenGlob {
  const glob = canonicalGlob(written);
  if (isRefusal(glob)) return { written, problem: glob.message.replace(/^affected_files: /, '') };
  return { written, glob, files: files.filter(compileGlob(glob)) };
}

/** The globs that can be sent, each once. */
export function globsOf({ globs }: Preview): string[] {
  return [...new Set(globs.flatMap((one) => ('glob' in one ? one.glob : [])))];
}
