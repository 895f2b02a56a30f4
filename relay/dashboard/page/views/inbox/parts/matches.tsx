import { useEffect, useState } from 'preact/hooks';
import { isRefusal } from '../../../../../../shared/kernel/refusal.ts';
import { usePlace, type Place } from '../../../place/place.ts';
import { Paths } from './detail.tsx';

const pageOfFiles = 10_000;
const shownFiles = 8;

interface Matched {
  readonly paths: readonly string[];
  readonly all: number;
}

/** Which files of the repository globs match. */
export function Matches({ globs }: { readonly globs: readonly string[] }) {
  const { client, workspace } = usePlace();
  const [matched, setMatched] = useState<Matched>();
  useEffect(() => {
    let isCurrent = true;
    void matchedBy(client, workspace.value.id, globs).then(
      (found) => isCurrent && setMatched(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [globs.join('\n')]);
  if (matched === undefined) return <p class="quiet">…</p>;
  const { paths, all } = matched;
  const more = paths.length - shownFiles;
  if (paths.length === 0)
    return (
      <p class="quiet">None of the {all} files that are known now; files to come may match.</p>
    );
  return (
    <>
      <p class="quiet numbers">
        {paths.length} of {all} files
      </p>
      <Paths paths={paths.slice(0, shownFiles)} />
      {more > 0 && <p class="quiet numbers">and {more} more</p>}
    </>
  );
}

/** The matcher is large, and needed only here: it is loaded when a rule is opened. */
async function matchedBy(
  client: Place['client'],
  id: string,
  globs: readonly string[],
): Promise<Matched | undefined> {
  const [{ compileGlobs }, files] = await Promise.all([
    import('../../../../../../shared/conventions/globs.ts'),
    client.call('listFiles', { id, limit: pageOfFiles }),
  ]);
  if (isRefusal(files)) return undefined;
  const matches = compileGlobs(globs);
  const paths = files.files.map(({ path }) => path).filter(matches);
  return { paths, all: files.files.length };
}
