/** GAT-6: how many tests a run had, by what its runner printed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { testCounts } from '../../shared/gate/kinds.ts';
import { printedCounts } from '../../shared/gate/printed-counts.ts';

const node = (mark: string, pass: number) =>
  ['tests 4', 'suites 0', `pass ${pass}`, 'fail 1', 'cancelled 1', 'skipped 1', 'todo 0']
    .map((line) => `${mark} ${line}\n`)
    .join('');
const ofClass = 'Tests run: 2, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.05';
const rust = (passed: number) =>
  `test result: ok. ${passed} passed; 0 failed; 2 ignored; 0 measured; 5 filtered out; finished in 0.00s\n`;

/** The ends of what runners print, with what passed, failed and was skipped. */
const ends: readonly (readonly [string, readonly [number, number, number]])[] = [
  [node('#', 1), [1, 2, 1]],
  [node('ℹ', 0) + node('ℹ', 2), [2, 4, 2]],
  [
    '.sxF\n-----\nRan 6 tests in 0.002s\n\nFAILED (failures=1, skipped=2, expected failures=1)\n',
    [2, 1, 3],
  ],
  ['Ran 1 test in 0.000s\r\n\r\nOK\r\n', [1, 0, 0]],
  ['\n----------\nRan 0 tests in 0.000s\n\nOK\n', [0, 0, 0]],
  ['..sx  [100%]\n2 passed, 1 skipped, 1 xfailed in 2.88s\n', [2, 0, 2]],
  ['===== 1 failed, 3 passed, 2 warnings, 1 error in 0.12s (0:00:01) =====\n', [3, 2, 0]],
  [
    '\u001b[32m==== \u001b[1m1 passed\u001b[0m, \u001b[33m1 skipped\u001b[0m in 2.4s ===',
    [1, 0, 1],
  ],
  ['6 deselected in 2.47s\n2 skipped in 0.01s\n', [0, 0, 2]],
  [rust(3) + '\n   Doc-tests shop\n\nrunning 0 tests\n\n' + rust(0), [3, 0, 4]],
  [rust(0), [0, 0, 2]],
  [
    '--- PASS: TestA (0.00s)\n    --- PASS: TestA/one (0.00s)\n--- SKIP: TestB (0.00s)\nok  \tx\t0.1s',
    [1, 0, 1],
  ],
  ['--- SKIP: TestB (0.00s)\nPASS\nok  \tx\t0.1s\n', [0, 0, 1]],
  ['?   \tshop/a\t[no test files]\nok  \tshop/b\t0.002s [no tests to run]\n', [0, 0, 0]],
  [
    `[INFO] ${ofClass} s -- in shop.CartTest\n[INFO] \n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 1\n`,
    [1, 0, 1],
  ],
  [`    [junit] ${ofClass} sec\n    [junit] ${ofClass} sec\n`, [2, 0, 2]],
  ['[INFO] No tests to run.\n', [0, 0, 0]],
  ['[         3 tests successful      ]\n[         1 tests failed          ]\n', [3, 1, 0]],
  ['\nOK (3 tests, 5 assertions)\n', [3, 0, 0]],
  ['Test Suites: 1 passed, 1 total\nTests:       1 failed, 2 passed, 3 total\n', [2, 1, 0]],
  ['Tests:       0 total\n', [0, 0, 0]],
  [' Test Files  1 passed (1)\n      Tests  3 passed | 1 skipped (4)\n', [3, 0, 1]],
  ['No test files found, exiting with code 0\n', [0, 0, 0]],
  ['  2 passing (5ms)\n  1 pending\n  1 failing\n\n  1) breaks:\n', [2, 1, 1]],
  ['ok | 3 passed | 0 failed (4ms)\n', [3, 0, 0]],
  ['  Total:     5\n  Passed:    4\n  Skipped:   1\n  Duration:  3ms\n', [4, 0, 1]],
  ['5 examples, 1 failure, 1 pending\n', [3, 1, 1]],
  ['0 tests passed\n', [0, 0, 0]],
  ['0 passed\n', [0, 0, 0]],
  ['9'.repeat(9).concat(' passed\n').repeat(3), [1_000_000_000, 0, 0]],
];

test('GAT-6: what runners print at their end is counted', () => {
  for (const [text, [passed, failed, skipped]] of ends) {
    const counts = printedCounts(text);
    assert.equal(counts, { passed, failed, skipped }, text);
    assert.ok(testCounts.safeParse(counts).success, text);
  }
});

test('GAT-6: what is no end of a runner is not counted', () => {
  for (const text of [
    '',
    'hello\n',
    '3 passed tests are in the list\n',
    'login failed 3 times\n',
    'ok  \tshop/a\t0.002s\n?   \tshop/b\t[no test files]\n',
    'ok  \tshop/a\t(cached)\n',
    `${'9'.repeat(400)} passed\n`,
    'Test Suites: 1 passed, 1 total\n',
  ])
    assert.is(printedCounts(text), undefined, text);
});

test('GAT-6: an output of two megabytes is looked through in no time', () => {
  const started = performance.now();
  for (const text of [
    '1 ',
    '=',
    ' ',
    '1 tests, ',
    '\u001b[',
    'Ran 1 tests in ',
    'ok \t',
    '\n1 passed',
  ])
    printedCounts(text.repeat((2 << 20) / text.length));
  const spentMs = performance.now() - started;
  assert.ok(spentMs < 8_000, `${spentMs} ms`);
});

test.run();
