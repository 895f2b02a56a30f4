import { useMemo, useState } from 'preact/hooks';
import { shownId } from '../../../../../shared/kernel/display.ts';
import { counted, figures } from '../../kit/lists/counts.ts';
import { Button } from '../../kit/button.tsx';
import { Name } from '../../kit/code.tsx';
import { Part } from '../../kit/record.tsx';
import { previewOf } from './globs-in.ts';

const firstFiles = 30;

interface CoveredProps {
  readonly globs: readonly string[];
  /** All that the relay knows. */
  readonly files: readonly string[];
}

/** DSH-59: what a rule is about, glob by glob, and the files of the repository that they match now. */
export function Covered({ globs, files }: CoveredProps) {
  const preview = useMemo(() => previewOf(globs.join('\n'), files), [globs.join('\n'), files]);
  if (globs.length === 0)
    return (
      <Part title="Files">
        <p class="faint">It names no files, so it is about all of them.</p>
      </Part>
    );
  return (
    <Part title="Files" hint={countOf(preview.files.length, files.length)}>
      <ul class="convention-globs" aria-label="Globs">
        {preview.globs.map((one) => (
          <li key={one.written}>
            <code>{shownId(one.written)}</code>
            <span class="faint numbers">{'files' in one ? one.files.length : ''}</span>
          </li>
        ))}
      </ul>
      <FileList files={preview.files} />
    </Part>
  );
}

/** `matches 14 of 220 files`. */
export function countOf(matched: number, all: number): string {
  if (all === 0) return 'no file of the repository is known yet';
  return `matches ${figures(matched)} of ${counted(all, 'file')}`;
}

/** The first files, and the others when somebody wants them. */
export function FileList({ files }: { readonly files: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? files : files.slice(0, firstFiles);
  if (files.length === 0)
    return (
      <p class="faint">
        No file with code that coord knows. A file of another kind may be matched all the same.
      </p>
    );
  return (
    <>
      <ul class="convention-files" aria-label="Matched files">
        {shown.map((file) => (
          <li key={file}>
            <Name text={file} />
          </li>
        ))}
      </ul>
      {shown.length < files.length && (
        <p>
          <Button kind="quiet" size="s" onClick={() => setWhole(true)}>
            Show {figures(files.length - shown.length)} more
          </Button>
        </p>
      )}
    </>
  );
}
