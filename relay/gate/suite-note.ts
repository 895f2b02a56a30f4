import type { Suite } from '../../shared/gate/suite.ts';
import { asData } from '../../shared/kernel/display.ts';
import { notAmong, shownFiles } from './rules.ts';

/**
 * GAT-11: sentences that say so where the whole suite was asked for and the results do not name all of it, as far as it is known;
 * undefined where they do, and where there are no results. `executed` are files as results name them.
 */
export function suiteNote(
  suite: Suite | undefined,
  executed: readonly string[],
): string | undefined {
  if (suite === undefined || executed.length === 0) return undefined;
  const { reason, tests } = suite;
  const missing = notAmong(tests, executed);
  if (tests.length > 0 && missing.length === 0) return undefined;
  const extent =
    tests.length === 0
      ? `${countOf(executed)}, and which others there are is not known`
      : `${tests.length - missing.length} of ${countOf(tests)} that are known, and not ${shownFiles(missing)}`;
  return `The whole suite was asked for: ${asData(reason, 600)}. The results name ${extent}.`;
}

function countOf({ length }: readonly string[]): string {
  return length === 1 ? '1 test file' : `${length} test files`;
}
