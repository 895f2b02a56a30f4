import { sequence } from '../kernel/display.ts';
import type { TestCounts } from './kinds.ts';

/** How many runners say that there are of each. A test that failed as it was expected to (`1 xfailed`) showed nothing, as if skipped. */
const numbers = {
  passed: numbersOf('passed|passing|pass|successful|xpassed'),
  failed: numbersOf(
    '(?<!expected )failures?|unexpected successes|failed|failing|fail|errors?|cancelled',
  ),
  skipped: numbersOf('expected failures|xfailed|skipped|skips?|pending|ignored|todo'),
};

/** Numbers before or after one of the words. */
function numbersOf(words: string): RegExp {
  const named = `(?:${words})`;
  const number = String.raw`(\d{1,9})\b`;
  return new RegExp(
    String.raw`\b${number} (?:tests? )?${named}\b|\b${named}(?:[:=] *| )${number}`,
    'gi',
  );
}

const outcome =
  'passed|passing|pass|successful|failed|failing|fail|skipped|pending|xfailed|xpassed';

/** How runners end. `all` is how many tests there were, for those that do not say how many of them passed. */
const summaries = [
  // Node, in TAP and `spec`. What a test prints cannot begin all of its lines.
  /^([#ℹ]) tests \d+\n\1 suites \d+\n\1 pass \d+\n\1 fail \d+\n\1 cancelled \d+\n\1 skipped \d+\n\1 todo \d+/gm,
  // pytest, Mocha, Playwright, AVA, Bun, the console of JUnit.
  new RegExp(
    String.raw`^[=[ ]*\d{1,9} (?:tests? )?(?:${outcome})(?= *(?:$|[,;|(\]]| in \d)).*`,
    'gm',
  ),
  // Jest and Vitest, Rust, Deno.
  /^ *(?:Tests:? +|test result: \w+\. |(?:ok|FAILED) \| )\d{1,9} (?:passed|failed|skipped|todo|total)\b.*/gm,
  // unittest
  /^Ran (?<all>\d{1,9}) tests? in .*(?:\n\n.*)?/gm,
  // JUnit by Maven: a line for each class, which names its time, and one for all of a module.
  /^(?:\[\w+\] )?Tests run: (?<all>\d{1,9}), +Failures: (?!.*Time elapsed).*/gm,
  // PHPUnit, and JUnit 4 on its own.
  /^OK \((?<all>\d{1,9}) tests?\b.*/gm,
  // RSpec, Jasmine, ExUnit, minitest.
  /^(?<all>\d{1,9}) (?:examples?|specs?|tests?|runs?), .*\d failures?\b.*/gm,
  // uvu
  /^ *Total: +(?<all>\d{1,9})\n *Passed: +\d+\n *Skipped: +\d+/gm,
  // Maven, Jest and Vitest where they find none.
  /^(?:\[\w+\] )?(?:no tests? (?:files )?(?:found|to run)\b|there are no tests to run|tests are skipped).*/gim,
  // Go of a package without tests.
  /^(?:\?|ok)[ \t].*\[no test(?:s to run| files)\]$/gm,
];

/** JUnit by Ant, which has no line for all of its classes. */
const ofClasses = /^ *(?:\[\w+\] )?Tests run: (?<all>\d{1,9}), +Failures: .*/gm;

/** Go with -v; what a subtest does is part of its test. */
const ofGo = /^--- (PASS|FAIL|SKIP): /gm;

/** Go without -v, which does not say how many tests of the package passed. */
const uncounted = /^ok[ \t]+\S+\t(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\])/m;

const colours = new RegExp(sequence, 'gu');

/** The most that a run is said to have. */
const most = 1_000_000_000;

/** GAT-6: how many tests a command says that it ran, over all of its runs; undefined where nothing is recognised. */
export function printedCounts(output: string): TestCounts | undefined {
  const text = output.replace(colours, '').replaceAll('\r\n', '\n');
  const goTests = goTestsIn(text);
  const known = [...goTests, ...summaries.flatMap((summary) => countsIn(text, summary))];
  const runs = known.length > 0 ? known : countsIn(text, ofClasses);
  const sum = (kind: keyof TestCounts) =>
    runs.reduce((total, run) => Math.min(total + run[kind], most), 0);
  const counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  const isUncounted = goTests.length === 0 && counts.passed === 0 && uncounted.test(text);
  return runs.length === 0 || isUncounted ? undefined : counts;
}

function goTestsIn(text: string): TestCounts[] {
  return Array.from(text.matchAll(ofGo), ([, end]) => ({
    passed: Number(end === 'PASS'),
    failed: Number(end === 'FAIL'),
    skipped: Number(end === 'SKIP'),
  }));
}

function countsIn(text: string, summary: RegExp): TestCounts[] {
  return Array.from(text.matchAll(summary), ({ 0: said, groups }) => {
    const [failed, skipped] = [numberOf(said, 'failed') ?? 0, numberOf(said, 'skipped') ?? 0];
    const others = Math.max(0, Number(groups?.['all'] ?? 0) - failed - skipped);
    return { passed: numberOf(said, 'passed') ?? others, failed, skipped };
  });
}

/** The sum of what is said of the kind; undefined where nothing is. */
function numberOf(said: string, kind: keyof TestCounts): number | undefined {
  const found = [...said.matchAll(numbers[kind])];
  if (found.length === 0) return undefined;
  return found.reduce((sum, [, before, after]) => sum + Number(before ?? after), 0);
}
