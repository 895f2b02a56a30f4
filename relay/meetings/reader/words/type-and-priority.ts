import type { DecisionType } from '../../../../shared/decisions/contract.ts';
import { anyOf } from './any-of.ts';

const kinds: readonly (readonly [DecisionType, RegExp])[] = [
  [
    'rejection',
    anyOf(
      [
        "(?:won't|will not|not going to|decided against|let's not|should not|reject(?:ed)?|abolish(?:ed)?|off the table|out of scope)",
        "(?:don't|do not)(?! (?:feel|mind|care|know)\\b)",
        String.raw`leave .{1,60} alone`,
        String.raw`(?:leave|keep) .{1,60} as (?:it is|they are|is)`,
        String.raw`no (?:\p{L}+ ){1,2}(?:rewrite|migration|refactoring|upgrade|rollout)`,
      ],
      { flags: 'iu' },
    ),
  ],
  ['convention', /\b(?:always|never|every|must|from now on|convention|naming|style guide|each)\b/i],
  ['bugfix', /\b(?:fix|bug|hotfix|regression)\b/i],
  ['tradeoff', /\b(?:instead of|rather than|trade-?off|at the cost of|for now)\b/i],
  [
    'architecture',
    /\b(?:architecture|database|postgres\w*|sqlite|mysql|redis|queue|service|micro-?services?|monolith|schema|api|graphql|rest|grpc|cache|storage|cloud|event bus|websockets?|endpoint|protocol|index)\b/i,
  ],
  ['implementation', /\b(?:function|class|module|library|package|method|component|refactor\w*)\b/i],
];

/** The type of a decision by its words. */
export function typeOf(text: string): DecisionType {
  return kinds.find(([, words]) => words.test(text.replaceAll('’', "'")))?.[0] ?? 'approach';
}

const urgent = anyOf([
  String.raw`urgent\w*`,
  'asap',
  'critical',
  'immediately',
  'right away',
  'right now',
  String.raw`(?<!\b(?:no|any|not|without) )block(?:ers?|ing|ed)`,
  'top priority',
  'high prio(?:rity)?',
  'prio(?:rity)? high',
  'first priority',
  'important',
  'before anything else',
  'top of the list',
  'high up the list',
  'drop everything',
  '(?<!from )today',
  'p0',
  'p1',
]);
const notUrgent = anyOf([
  'nice to have',
  'some ?day',
  'eventually',
  'low prio(?:rity)?',
  'can wait',
  'priority low',
  "when(?:ever)? (?:there is|there's|you have|we have|i have) time",
  'at some point',
  'no rush',
  'no hurry',
  'not urgent',
  'p3',
  'p4',
]);

/** The priority that words say. */
export function priorityIn(text: string): 'high' | 'medium' | 'low' {
  if (notUrgent.test(text)) return 'low';
  return urgent.test(text) ? 'high' : 'medium';
}
