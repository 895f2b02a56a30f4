import { Check, Minus, X } from 'lucide-preact';
import { useMemo, useState } from 'preact/hooks';
import { asData } from '../../../../../../shared/kernel/display.ts';
import type { RunTest } from '../../../../../../shared/gate/runs.ts';
import { counted } from '../../../kit/lists/counts.ts';
import { Button } from '../../../kit/button.tsx';
import { Name } from '../../../kit/code.tsx';
import { byFile, type TestGroup } from './test-groups.ts';
import { duration } from './words.ts';

/** A run may have 2,000 tests. */
const filesAtOnce = 40;
const fewTests = 60;

/** DSH-67: the tests of a run by file; of many, files open by hand. */
export function RunTests({ tests }: { readonly tests: readonly RunTest[] }) {
  const groups = useMemo(() => byFile(tests), [tests]);
  const [shown, setShown] = useState(filesAtOnce);
  return (
    <section class="gate-part" aria-labelledby="gate-tests">
      <h2 id="gate-tests">
        Tests <span class="faint numbers">{tests.length}</span>
      </h2>
      {tests.length === 0 && (
        <p class="quiet">No results were shown: the run is a word about its commit.</p>
      )}
      {groups.slice(0, shown).map((group) => (
        <File
          key={group.file}
          group={group}
          isOpen={tests.length <= fewTests || group.failed > 0}
        />
      ))}
      {shown < groups.length && (
        <Button kind="quiet" onClick={() => setShown(shown + filesAtOnce)}>
          Show more
        </Button>
      )}
    </section>
  );
}

function File({ group, isOpen }: { readonly group: TestGroup; readonly isOpen: boolean }) {
  const { file, tests, failed, durationMs } = group;
  return (
    <details class="gate-file" open={isOpen}>
      <summary>
        <Name text={file} />
        <span class="faint numbers">
          {failed > 0 && <b class="gate-failed">{failed} failed · </b>}
          {counted(tests.length, 'test')} · {duration(durationMs)}
        </span>
      </summary>
      <ul>
        {tests.map((test, at) => (
          <li key={at} data-status={test.status}>
            <Mark status={test.status} />
            <span class="cut" title={asData(test.test_name)}>
              {asData(test.test_name) || 'The whole file'}
            </span>
            <span class="faint numbers">
              {test.duration_ms === undefined ? '' : duration(test.duration_ms)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const marks = { passed: Check, failed: X, skipped: Minus } as const;

function Mark({ status }: Pick<RunTest, 'status'>) {
  const Icon = marks[status];
  return (
    <>
      <Icon size={13} aria-hidden />
      <span class="unseen">{status}</span>
    </>
  );
}
